//! Ground refutations and induction.
//!
//! A leaf keeps only the facts that it lists, then lets `congruence` and `lia` finish. Where a
//! contradiction needs both (an equation between integer terms that follows by congruence, or
//! one that follows by arithmetic and feeds congruence), the equation is asserted first. Which
//! ones are candidates is read off the same congruence closure that the kernel runs.

use crate::error::ExportError;
use crate::evidence::Script;
use crate::world::{at, get};
use covenant_kernel::arena::{Expr, ExprId, INT, Quant, Sort, SortId};
use covenant_kernel::leaf::{Line, Refutation};
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{ExprRef, LeafRow, Motive, StepRef};
use std::collections::{BTreeMap, HashMap, HashSet};

impl Script<'_, '_> {
    /// The listed facts and the negated goal have no model.
    pub(crate) fn leaf(
        &mut self,
        facts: &[ExprRef],
        lines: &[LeafRow],
        goal: ExprId,
    ) -> Result<(), ExportError> {
        let mut literals = Vec::new();
        let mut kept = Vec::new();
        for f in facts {
            let f = self.expr(*f)?;
            let proof = self.proof_of(f)?;
            let is_name = proof.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if is_name {
                kept.push(proof);
            } else {
                let h = self.hypothesis();
                self.line(&format!("pose proof {proof} as {h}."));
                kept.push(h);
            }
            literals.push(f);
        }
        match *self.world.arena.expr(goal) {
            Expr::False => {}
            Expr::Not(p) => {
                let h = self.hypothesis();
                self.line(&format!("intros {h}."));
                kept.push(h);
                literals.push(p);
            }
            _ => literals.push(self.world.arena.not(goal)?),
        }
        kept.dedup();
        if kept.is_empty() {
            self.line("clear.");
        } else {
            self.line(&format!("clear - {}.", kept.join(" ")));
        }
        for line in self.finiteness(&literals)? {
            self.line(&line);
        }
        self.hide_predicates(&literals, &kept)?;
        let equations = self.equations(&literals, lines)?;
        if equations.is_empty() {
            self.line("leaf.");
        } else {
            let asserts: String = equations.iter().map(|e| format!("try assert ({e}) by same; ")).collect();
            self.line(&format!("first [ leaf_now | {asserts}leaf ]."));
        }
        Ok(())
    }

    /// If the literals say that a value contains itself: the sizes that make this absurd.
    fn finiteness(&mut self, literals: &[ExprId]) -> Result<Vec<String>, ExportError> {
        let Ok(refutation) = Refutation::new(&mut self.world.arena, literals) else {
            return Ok(Vec::new());
        };
        let closure = &refutation.closure;
        // Constructor terms by class, with the classes of their fields of any datatype.
        let mut built: Vec<(ExprId, ExprId, SortId, u32, Vec<ExprId>)> = Vec::new();
        for &t in closure.terms() {
            if let Expr::Ctor(sort, tag, args) = self.world.arena.expr(t) {
                built.push((closure.find(t), t, *sort, *tag, args.to_vec()));
            }
        }
        let reaches_itself = |start: ExprId| {
            let mut seen = HashSet::new();
            let mut stack = vec![start];
            while let Some(class) = stack.pop() {
                for (.., fields) in built.iter().filter(|(of, ..)| *of == class) {
                    for &field in fields {
                        let next = closure.find(field);
                        if next == start {
                            return true;
                        }
                        if seen.insert(next) {
                            stack.push(next);
                        }
                    }
                }
            }
            false
        };
        let mut lines = Vec::new();
        for (class, t, sort, tag, fields) in built.iter().filter(|(class, ..)| reaches_itself(*class)) {
            let size = self.world.size_function(*sort, None);
            let text = self.argument(*t)?;
            let mut arguments = Vec::new();
            for &field in fields {
                arguments.push((self.world.sort_of(field)?, self.argument(field)?));
            }
            let sum = self.world.size_of_ctor(*sort, *tag, &arguments)?;
            let h = self.hypothesis();
            lines.push(format!("assert ({h} : {size} {text} = {sum}) by exact eq_refl."));
            for &other in closure.terms() {
                if other != *t && closure.find(other) == *class {
                    let (h, other) = (self.hypothesis(), self.argument(other)?);
                    lines.push(format!("assert ({h} : {size} {text} = {size} {other}) by congruence."));
                }
            }
        }
        self.world.uses_sizes |= !lines.is_empty();
        Ok(lines)
    }

    /// Turns defined predicates into variables: `congruence` would otherwise unfold those that
    /// are applied to a constructor, and no longer see that two atoms are the same.
    fn hide_predicates(&mut self, literals: &[ExprId], kept: &[String]) -> Result<(), ExportError> {
        let mut heads: Vec<String> = Vec::new();
        for &l in literals {
            let atom = match *self.world.arena.expr(l) {
                Expr::Not(a) => a,
                _ => l,
            };
            if let Expr::Fn(d, sorts, _) = self.world.arena.expr(atom).clone() {
                let head = self.world.def(d.0, &sorts)?;
                if !heads.contains(&head) {
                    heads.push(head);
                }
            }
        }
        if heads.is_empty() {
            return Ok(());
        }
        let kept = kept.join(" ");
        if !kept.is_empty() {
            self.line(&format!("revert {kept}."));
        }
        for head in heads {
            let p = self.hypothesis();
            self.line(&format!("generalize ({head}); intros {p}."));
        }
        if !kept.is_empty() {
            self.line(&format!("intros {kept}."));
        }
        Ok(())
    }

    /// Equations between integer terms that the closure finds and that are no literals.
    fn equations(&mut self, literals: &[ExprId], lines: &[LeafRow]) -> Result<Vec<String>, ExportError> {
        let mut stated: HashSet<(ExprId, ExprId)> = HashSet::new();
        for &l in literals {
            if let Expr::Bin(covenant_kernel::arena::Bin::Eq, a, b) = *self.world.arena.expr(l) {
                stated.extend([(a, b), (b, a)]);
            }
        }
        let Ok(mut refutation) = Refutation::new(&mut self.world.arena, literals) else {
            return Ok(Vec::new());
        };
        let mut equations = Vec::new();
        self.class_equations(&refutation, INT, &mut stated, &mut equations)?;
        for line in lines {
            let equal = matches!(line, LeafRow::Equal(..));
            if let LeafRow::Equal(a, b, ..) = line {
                let (a, b) = (self.expr(*a)?, self.expr(*b)?);
                if stated.insert((a, b)) {
                    stated.insert((b, a));
                    equations.push(format!("{} = {}", self.argument(a)?, self.argument(b)?));
                }
            }
            let line = self.line_of(line)?;
            // A line that the kernel would refuse says nothing; Rocq decides.
            if refutation.line(&mut self.world.arena, &line).is_err() {
                break;
            }
            if equal {
                self.class_equations(&refutation, INT, &mut stated, &mut equations)?;
            }
        }
        Ok(equations)
    }

    fn class_equations(
        &self,
        refutation: &Refutation,
        int: SortId,
        stated: &mut HashSet<(ExprId, ExprId)>,
        equations: &mut Vec<String>,
    ) -> Result<(), ExportError> {
        let mut classes: BTreeMap<ExprId, Vec<ExprId>> = BTreeMap::new();
        let mut terms = refutation.closure.terms().to_vec();
        terms.sort();
        for t in terms {
            if self.world.arena.sort_of(t) == Some(int) {
                classes.entry(refutation.closure.find(t)).or_default().push(t);
            }
        }
        let mut found: Vec<(ExprId, ExprId)> = Vec::new();
        for members in classes.values() {
            for pair in members.windows(2) {
                if let [a, b] = *pair {
                    found.push((b, a));
                }
            }
        }
        // Smaller terms first: equations of arguments before those of applications.
        found.sort();
        for (b, a) in found {
            if stated.insert((a, b)) {
                stated.insert((b, a));
                equations.push(format!("{} = {}", self.argument(a)?, self.argument(b)?));
            }
        }
        Ok(())
    }

    fn line_of(&self, row: &LeafRow) -> Result<Line, ExportError> {
        let e = |r: &ExprRef| self.expr(*r);
        Ok(match row {
            LeafRow::Literal(i) => Line::Literal(*i),
            LeafRow::Congruent(a, b) => Line::Congruent(e(a)?, e(b)?),
            LeafRow::DivLow(d) => Line::DivLow(e(d)?),
            LeafRow::DivHigh(d) => Line::DivHigh(e(d)?),
            LeafRow::Combine(parts) => Line::Combine(parts.clone()),
            LeafRow::Equal(a, b, le, ge) => Line::Equal(e(a)?, e(b)?, *le, *ge),
        })
    }

    /// Structural induction by a fixpoint: one `fix` for the goal's sort; a motive about a
    /// container of that sort is proved by a fixpoint inside, where the field is met.
    pub(crate) fn induct(
        &mut self,
        motives: &[Motive],
        steps: &[StepRef],
        goal: ExprId,
    ) -> Result<(), ExportError> {
        let mut resolved = Vec::new();
        let mut rest = steps;
        for motive in motives {
            let sort = self.world.loaded.sort(motive.sort)?;
            let formula = self.expr(motive.formula)?;
            let count = at(self.world.arena.ctor_count(sort)?);
            let (own, later) = rest.split_at_checked(count).ok_or(Why::WrongBranches)?;
            rest = later;
            if resolved.iter().any(|c: &Case| c.sort == sort) {
                return Err(Why::BadMotive.into());
            }
            resolved.push(Case { sort, formula, steps: own.to_vec() });
        }
        if !rest.is_empty() {
            return Err(Why::WrongBranches.into());
        }
        let Expr::Quant(Quant::Forall, ..) = *self.world.arena.expr(goal) else {
            return Err(Why::BadMotive.into());
        };
        let first = resolved.first().ok_or(Why::BadMotive)?;
        if let ([only], Ok(data)) = (resolved.as_slice(), self.world.datatype(first.sort))
            && !self.world.lacking.contains_key(&data)
        {
            return self.induct_alone(only, data);
        }
        let start = Start { facts: self.facts.clone(), ghosts: self.vars.ghosts.len() };
        let mut known = Vec::new();
        if let Some(inside) = self.contained(&resolved) {
            // A fixpoint on a container does not see that its elements are smaller: what holds
            // of the elements is proved first.
            let case = resolved.get(inside).ok_or(Why::BadMotive)?;
            let (h, fixpoint) = (self.hypothesis(), self.hypothesis());
            let (sort, motive) = (self.world.sort(case.sort), self.motive_text(case)?);
            self.line(&format!("assert ({h} : forall z : {sort}, {motive})."));
            self.in_branch(|s| s.by_fixpoint(inside, &resolved, &[], fixpoint, &start))?;
            known.push((inside, h));
        }
        let fixpoint = self.hypothesis();
        self.by_fixpoint(0, &resolved, &known, fixpoint, &start)
    }

    /// A motive whose sort the goal's sort is a container of.
    fn contained(&self, motives: &[Case]) -> Option<usize> {
        let Sort::Data(_, args) = self.world.arena.sort(motives.first()?.sort) else { return None };
        let mut inside = std::collections::BTreeSet::new();
        args.iter().for_each(|&a| self.world.sort_mentions(a, &mut inside));
        motives.iter().position(|m| self.world.datatype(m.sort).is_ok_and(|d| inside.contains(&d)))
    }

    fn by_fixpoint(
        &mut self,
        own: usize,
        motives: &[Case],
        known: &[(usize, String)],
        fixpoint: String,
        start: &Start,
    ) -> Result<(), ExportError> {
        self.line(&format!("fix {fixpoint} 1."));
        self.line("intros z.");
        let mut known = known.to_vec();
        known.push((own, fixpoint));
        self.fix_cases(own, motives, &known, "z", start)
    }

    /// With the induction principle of the datatype.
    fn induct_alone(&mut self, case: &Case, data: u32) -> Result<(), ExportError> {
        let Sort::Data(_, args) = self.world.arena.sort(case.sort).clone() else {
            return Err(Why::BadMotive.into());
        };
        let name = get(&self.world.data, data)?.name.clone();
        let motive = self.motive_text(case)?;
        let sort = self.world.sort(case.sort);
        self.line(&format!(
            "apply (@{name}_ind{} (fun z : {sort} => {motive})).",
            self.world.sort_args(&args)
        ));
        for (step, tag) in case.steps.iter().zip(0u32..) {
            let step = *step;
            self.in_branch(|s| {
                let (vars, value) = s.constructed(case.sort, tag)?;
                let mut names = Vec::new();
                for (name, x) in vars {
                    names.push(name);
                    if s.world.arena.sort_of(x) == Some(case.sort) {
                        let h = s.hypothesis();
                        names.push(h.clone());
                        let fact = s.world.arena.at(case.formula, x)?;
                        s.assume(fact, h);
                    }
                }
                if !names.is_empty() {
                    s.line(&format!("intros {}.", names.join(" ")));
                }
                let goal = s.world.arena.at(case.formula, value)?;
                s.prove(step, goal)
            })?;
        }
        Ok(())
    }

    fn motive_text(&self, case: &Case) -> Result<String, ExportError> {
        let mut vars = self.vars.clone();
        vars.nu = "z".to_owned();
        self.world.text(case.formula, &vars)
    }

    /// Case analysis of `x` for motive `own`; `known` are the fixpoints that may be called.
    fn fix_cases(
        &mut self,
        own: usize,
        motives: &[Case],
        known: &[(usize, String)],
        x: &str,
        start: &Start,
    ) -> Result<(), ExportError> {
        let case = motives.get(own).ok_or(Why::BadMotive)?;
        let first = self.vars.ghosts.len();
        let mut patterns = Vec::new();
        for tag in 0..self.world.arena.ctor_count(case.sort)? {
            let fields = self.world.arena.ctor_fields(case.sort, tag)?.len();
            let names: Vec<String> = (0..fields).map(|j| format!("w{}", first.saturating_add(j))).collect();
            patterns.push(names.join(" "));
        }
        self.line(&format!("destruct {x} as [{}].", patterns.join(" | ")));
        for (step, tag) in case.steps.iter().zip(0u32..) {
            let step = *step;
            self.in_branch(|s| {
                let (vars, value) = s.constructed(case.sort, tag)?;
                // What a proof about a container does not see: this constructor's fields.
                let mut hidden: Vec<String> = vars.iter().map(|(name, _)| name.clone()).collect();
                for (name, field) in vars {
                    let Some(sort) = s.world.arena.sort_of(field) else { continue };
                    let Some(other) = motives.iter().position(|m| m.sort == sort) else { continue };
                    let target = motives.get(other).ok_or(Why::BadMotive)?;
                    let fact = s.world.arena.at(target.formula, field)?;
                    if let Some((_, fixpoint)) = known.iter().find(|(i, _)| *i == other) {
                        s.assume(fact, format!("({fixpoint} {name})"));
                        continue;
                    }
                    // A container: its own fixpoint, applied to the field so that Rocq sees
                    // that what is inside it is smaller.
                    let (h, inner) = (s.hypothesis(), s.hypothesis());
                    let (text, motive) = (s.text(fact)?, s.motive_text(target)?);
                    let sort = s.world.sort(sort);
                    s.line(&format!("assert ({h} : {text})."));
                    s.in_branch(|s| {
                        s.line(&format!(
                            "refine ((fix {inner} (z : {sort}) {{struct z}} : {motive} := _) {name})."
                        ));
                        s.line(&format!("clear {}.", hidden.join(" ")));
                        let mut known = known.to_vec();
                        known.push((other, inner));
                        // Its evidence numbers variables from where the induction started.
                        let (ghosts, sorts) = (s.vars.ghosts.clone(), s.ghost_sorts.clone());
                        s.facts.clone_from(&start.facts);
                        s.vars.ghosts.truncate(start.ghosts);
                        s.ghost_sorts.truncate(start.ghosts);
                        let result = s.fix_cases(other, motives, &known, "z", start);
                        (s.vars.ghosts, s.ghost_sorts) = (ghosts, sorts);
                        result
                    })?;
                    hidden.insert(0, h.clone());
                    s.assume(fact, h);
                }
                let goal = s.world.arena.at(case.formula, value)?;
                s.prove(step, goal)
            })?;
        }
        Ok(())
    }
}

/// Where an induction starts.
struct Start {
    facts: HashMap<ExprId, String>,
    ghosts: usize,
}

/// A motive with the steps of its constructors.
struct Case {
    sort: SortId,
    formula: ExprId,
    steps: Vec<StepRef>,
}
