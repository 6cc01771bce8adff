//! Verification conditions as lemmas, each with the script made of its evidence.
//!
//! A lemma states the condition in plain quantifiers; the rule that needs it applies it to what
//! an environment of its context holds. Both are convertible, which Rocq checks.

use crate::context::{Context, Entry};
use crate::derivation::Derivation;
use crate::error::ExportError;
use crate::evidence::Script;
use crate::goals::{Applied, ConditionInfo, Goal, Use};
use crate::names::in_comment;
use crate::program::index_of;
use crate::world::at;
use covenant_kernel::arena::{ExprId, TRUTH};
use covenant_kernel::reject::Why;
use covenant_kernel::tables::{Evidence, NodeRef};
use std::collections::HashSet;

impl Derivation<'_, '_> {
    /// States and proves a condition. The lemma mentions those variables and facts of the
    /// context that its proof uses: in a long function most conditions need few of them.
    pub(crate) fn condition(
        &mut self,
        cx: &Context,
        node: NodeRef,
        goal: Goal<'_>,
        evidence: &Evidence,
        use_: Use,
    ) -> Result<Applied, ExportError> {
        let number = self.conditions.len().saturating_add(1);
        let lemma = match evidence {
            Evidence::Checked(_) => format!("vc{number}"),
            Evidence::CrossChecked => format!("unproved_condition_{number}_two_solvers"),
            Evidence::Solver => format!("unproved_condition_{number}_one_solver"),
        };
        let Goal { statement: goal_text, formula, assumed } = goal;
        let mut vars = cx.vars();
        vars.locals.extend(assumed.variables);
        let mut script = Script::new(self.world, vars, cx.ghost_sorts.clone());
        for (fact, proof) in &cx.ghost_facts {
            script.assume(*fact, proof.clone());
        }
        let mut hypotheses = Vec::new();
        for (entry, ..) in &cx.entries {
            hypotheses.push(match entry {
                Entry::Fact(fact) => {
                    let h = script.hypothesis();
                    script.assume(*fact, h.clone());
                    Some((h, *fact))
                }
                Entry::Variable(..) | Entry::Function => None,
            });
        }
        let proof = match evidence {
            Evidence::Checked(step) => {
                if !assumed.introduced.is_empty() {
                    script.line(&format!("intros {}.", assumed.introduced.join(" ")));
                }
                for (fact, proof) in assumed.facts {
                    script.assume(fact, proof);
                }
                script.prove(*step, formula)?;
                Some(script.out)
            }
            Evidence::CrossChecked | Evidence::Solver => None,
        };
        let mut used = identifiers(goal_text);
        used.extend(proof.iter().flat_map(|text| identifiers(text)));
        // An axiom is no stronger than the condition: it keeps all that is known.
        let is_premise = use_ == Use::Itself && cx.is_plain();
        let keep_all = proof.is_none() || is_premise;
        let mut parts = Vec::new();
        // Backwards: a fact mentions variables that come before it.
        for ((entry, frame, position), hypothesis) in cx.entries.iter().zip(hypotheses).rev() {
            match (entry, hypothesis) {
                (_, Some((h, fact))) if keep_all || used.contains(&h) => {
                    let text = self.world.text(fact, &cx.vars_by_name())?;
                    used.extend(identifiers(&text));
                    let argument = if is_premise {
                        String::new()
                    } else {
                        self.fact_proof(cx, *frame, *position, fact)?
                    };
                    parts.push((format!(" ({h} : {text})"), argument));
                }
                (Entry::Variable(name, sort), _) if keep_all || used.contains(name) => {
                    let sort = self.world.sort(*sort);
                    parts.push((format!("\n  ({name} : {sort})"), self.variable_in(cx, name, "r")?));
                }
                _ => {}
            }
        }
        if proof.is_none() {
            // What is known of a rank is a hypothesis of the section: an axiom has to ask for it.
            for (i, (fact, known)) in cx.ghost_facts.iter().enumerate().rev() {
                parts.push((format!(" (K{i} : {})", self.world.text(*fact, &cx.vars())?), known.clone()));
            }
        }
        parts.reverse();
        let statement: String = parts.iter().map(|(binder, _)| binder.as_str()).collect();
        let arguments: String = parts.iter().map(|(_, argument)| format!(" {argument}")).collect();
        let where_ = match self.source_position {
            Some(ref position) => format!("(* {} *)\n", in_comment(position)),
            None => String::new(),
        };
        let text = match &proof {
            Some(proof) => {
                format!("{where_}Lemma {lemma}{statement} :\n  {goal_text}.\nProof.\n{proof}Qed.\n")
            }
            None => {
                let forall =
                    if statement.is_empty() { String::new() } else { format!("forall{statement},\n  ") };
                format!("{where_}Axiom {lemma} :\n  {forall}{goal_text}.\n")
            }
        };
        self.out.push_str(&text);
        self.conditions.push(ConditionInfo { lemma: lemma.clone(), node, proved: proof.is_some() });
        let call = if arguments.is_empty() { lemma.clone() } else { format!("({lemma}{arguments})") };
        Ok(Applied { context: cx.name.clone(), lemma, call, is_premise })
    }

    /// A variable of the context, as what the environment `r` holds.
    fn variable_in(&self, cx: &Context, name: &str, r: &str) -> Result<String, ExportError> {
        let level = (0u32..).zip(&cx.place.names).find(|(_, n)| *n == name).ok_or(Why::UnboundLocal)?.0;
        Ok(format!("(get {} {r})", index_of(&cx.place, level)?))
    }

    /// The proof of a fact of the context from `S : sat C r`.
    fn fact_proof(
        &mut self,
        cx: &Context,
        frame: usize,
        position: usize,
        fact: ExprId,
    ) -> Result<String, ExportError> {
        let Some(of) = cx.many_parameters(frame) else { return Ok(cx.projection(frame, position)) };
        let lemma = format!("{}_{position}", of.lemmas);
        // The lemma: all parameters with what is known of them, then the fact.
        let (mut statement, mut names, mut number) = (String::new(), Vec::new(), 0usize);
        for &level in &of.outer {
            statement.push_str(&format!(" ({})", self.binder(cx, level)?));
        }
        for entry in cx.entries_of(frame) {
            match entry {
                Entry::Variable(name, sort) => {
                    statement.push_str(&format!("\n  ({name} : {})", self.world.sort(*sort)));
                    names.push(name.clone());
                }
                Entry::Fact(known) => {
                    statement.push_str(&format!(" (A{number} : {})", self.world.text(*known, &cx.vars())?));
                    number = number.saturating_add(1);
                }
                Entry::Function => {}
            }
        }
        let text = self.world.text(fact, &cx.vars())?;
        if self.stated.insert(lemma.clone()) {
            self.emit(&format!("Lemma {lemma}{statement} :\n  {text}.\nProof. exact A{position}. Qed."));
        }
        // The fact of an environment `w0` around the function and arguments `w1`.
        let (mut binders, mut values, mut outer) = (String::new(), String::new(), String::new());
        for level in self.world.locals_in(fact) {
            let name = cx.place.names.get(at(level)).ok_or(Why::UnboundLocal)?;
            binders.push_str(&format!(" ({})", self.binder(cx, level)?));
            values.push_str(&match names.iter().position(|n| n == name) {
                Some(i) => format!(" (get {i} w1)"),
                None => format!(" {}", self.outer_variable(cx, frame, level)?),
            });
        }
        for &level in &of.outer {
            outer.push_str(&format!(" {}", self.outer_variable(cx, frame, level)?));
        }
        let property = if binders.is_empty() { text } else { format!("(fun{binders} => {text}){values}") };
        Ok(format!(
            "(pars_fact (C := {}) (T := {}) {} (fun w0 w1 => {property}) (fun w0 => {lemma}{outer}))",
            of.around,
            of.type_name,
            cx.up_to(frame)
        ))
    }

    /// `name : sort` of a variable.
    pub(crate) fn binder(&self, cx: &Context, level: u32) -> Result<String, ExportError> {
        let name = cx.place.names.get(at(level)).ok_or(Why::UnboundLocal)?;
        let sort = cx.place.sorts.get(at(level)).copied().flatten().ok_or(Why::UnboundLocal)?;
        Ok(format!("{name} : {}", self.world.sort(sort)))
    }

    /// A variable from around the function that a frame is the body of, in its environment `w0`.
    fn outer_variable(&self, cx: &Context, frame: usize, level: u32) -> Result<String, ExportError> {
        // The environment around the function lacks all that the frame and later ones bind.
        let first = cx.entries.iter().filter(|(_, of, _)| *of >= frame).find_map(|(entry, ..)| match entry {
            Entry::Variable(name, _) => cx.place.names.iter().position(|n| n == name),
            _ => None,
        });
        let first = u32::try_from(first.ok_or(Why::UnboundLocal)?).map_err(|_| Why::TooLarge)?;
        let mut outside = cx.place.levels.iter().filter(|&&l| l < first);
        let index = outside.position(|&l| l == level).ok_or(Why::UnboundLocal)?;
        Ok(format!("(get {index} w0)"))
    }

    /// From the kernel's condition, which leaves out trivial parts, to all the parts that the
    /// rule asks for.
    pub(crate) fn all_parts(&self, parts: &[ExprId], call: &str) -> String {
        let nontrivial = parts.iter().filter(|&&p| p != TRUTH).count();
        let mut seen = 0usize;
        let mut proofs = Vec::new();
        for &part in parts {
            if part == TRUTH {
                proofs.push("I".to_owned());
                continue;
            }
            seen = seen.saturating_add(1);
            let mut proof = call.to_owned();
            for _ in 1..seen {
                proof = format!("(proj2 {proof})");
            }
            if seen < nontrivial {
                proof = format!("(proj1 {proof})");
            }
            proofs.push(proof);
        }
        proofs
            .into_iter()
            .rev()
            .reduce(|rest, p| format!("(conj {p} {rest})"))
            .unwrap_or_else(|| "I".to_owned())
    }
}

/// The identifiers in a text.
fn identifiers(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
