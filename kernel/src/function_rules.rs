//! The rules about functions: calls, function values, subtyping, and instances of schemes.
//! See [`crate::rules`] for how rules are run and how to read their comments.

use crate::arena::{Arena, Bin, Expr, ExprId, Quant, SortId, index};
use crate::check::{Checker, Observer};
use crate::load::at;
use crate::program::Subject;
use crate::reject::Why;
use crate::rules::{Ask, Asked, Frame, Typed, covers, has_type};
use crate::tables::{ArgRow, CoreRow, Evidence, ExprRef, FunRef, FunRow, NodeRef, SortRef, TypeRef};
use crate::types::{FunType, Param};
use std::sync::Arc;

impl<O: Observer> Checker<'_, O> {
    // ---- calls --------------------------------------------------------------------------

    /// ```text
    /// G |- f : (xs:ts) -> [phi]     G |= qualifiers of ts, at vs
    /// ---------------------------------------------------------- TApp
    /// G |- f(vs) : [phi[xs := vs]]
    /// ```
    pub(crate) fn t_app(&mut self, frame: &mut Frame, fun: NodeRef, evidence: &Evidence) -> Asked {
        self.call(frame, fun, &[], evidence)
    }

    /// ```text
    /// G |- f : (xs:ts) -> [phi]     G |= qualifiers of the base ts, at vs
    /// G |- gi : ti[xs := vs]  for each function argument gi
    /// ------------------------------------------------------------------- TAppFun
    /// G |- f(vs) : [phi[xs := vs]]
    /// ```
    ///
    /// A function argument is typed in `G` itself, so for *each* value of what it captured:
    /// it cannot borrow coverage from a choice that was already made.
    pub(crate) fn t_app_fun(
        &mut self,
        frame: &mut Frame,
        fun: NodeRef,
        nodes: &[NodeRef],
        evidence: &Evidence,
    ) -> Asked {
        if nodes.is_empty() { Err(Why::RuleMismatch) } else { self.call(frame, fun, nodes, evidence) }
    }

    /// A call, with a derivation for each of its function arguments.
    fn call(&mut self, frame: &mut Frame, fun: NodeRef, nodes: &[NodeRef], evidence: &Evidence) -> Asked {
        let CoreRow::App(f, args) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        let (f, args) = (*f, args.clone());
        let function = |(i, a): (usize, &ArgRow)| if let ArgRow::Fun(g) = a { Some((i, *g)) } else { None };
        let functions: Vec<(usize, FunRef)> = args.iter().enumerate().filter_map(function).collect();
        if functions.len() != nodes.len() {
            return Err(Why::RuleMismatch);
        }
        let Some(done) = index(frame.stage).checked_sub(1) else {
            return Ok(Ask::Premise(fun, Subject::Fun(f)));
        };
        let t = if done == 0 {
            self.fun_premise()?
        } else {
            // The premise for function argument number `done - 1` has just been checked.
            let given = self.fun_premise()?;
            let Some(Typed::Fun(t)) = frame.kept.take() else { return Err(Why::RuleMismatch) };
            let position = functions.get(done.saturating_sub(1)).ok_or(Why::RuleMismatch)?.0;
            let values = self.values(&args)?;
            let before = values.get(..position).ok_or(Why::BadArguments)?;
            let Some(Param::Fun(wanted)) = t.params.get(position) else { return Err(Why::BadArguments) };
            if wanted.instantiate(&mut self.arena, before)? != *given {
                return Err(Why::ArgumentNotParameter);
            }
            t
        };
        match (functions.get(done), nodes.get(done)) {
            (Some((_, g)), Some(node)) => {
                frame.kept = Some(Typed::Fun(t));
                Ok(Ask::Premise(*node, Subject::Fun(*g)))
            }
            _ => self.conclude_call(frame.node, &t, &args, evidence),
        }
    }

    /// What stands for the arguments in a telescope.
    fn values(&self, args: &[ArgRow]) -> Result<Vec<ExprId>, Why> {
        args.iter()
            .map(|a| match a {
                ArgRow::Base(e) => self.loaded.expr(*e),
                ArgRow::Fun(_) => Ok(self.arena.truth()),
            })
            .collect()
    }

    fn conclude_call(&mut self, node: NodeRef, t: &FunType, args: &[ArgRow], evidence: &Evidence) -> Asked {
        let values = self.values(args)?;
        if values.len() != t.params.len() {
            return Err(Why::BadArguments);
        }
        let goal = admissible(&mut self.arena, t, &values)?;
        self.condition(node, goal, evidence)?;
        let phi = self.arena.instantiate(t.ensures, &values, 0)?;
        covers(phi)
    }

    // ---- functions ----------------------------------------------------------------------

    /// ```text
    /// f:t in G
    /// ---------- TVarFun
    /// G |- f : t
    /// ```
    pub(crate) fn t_var_fun(&mut self, frame: &Frame) -> Asked {
        match self.fun(frame)?.1 {
            FunRow::Var(level, _) => {
                let t = self.functions.get(index(*level)).cloned().flatten().ok_or(Why::NotAFunction)?;
                Ok(Ask::Conclude(Typed::Fun(t)))
            }
            FunRow::Global(g, _) => {
                let g = *g;
                if g.0 >= self.current {
                    return Err(Why::ForwardGlobal);
                }
                let global = at(&self.statement.globals, g.0)?;
                if global.body.is_none() {
                    self.libraries.insert(g.0);
                }
                if global.sort_params > 0 || !global.preds.is_empty() {
                    return Ok(Ask::Conclude(Typed::Scheme(g, None)));
                }
                let t = self.type_of(global.claim)?;
                Ok(Ask::Conclude(Typed::Fun(t)))
            }
            FunRow::Lam(..) | FunRow::Fix(..) => Err(Why::RuleMismatch),
        }
    }

    /// ```text
    /// G, xs:ts |- e : [phi]
    /// ------------------------------------ TFun
    /// G |- fun xs -> e : (xs:ts) -> [phi]
    /// ```
    pub(crate) fn t_fun(&mut self, frame: &mut Frame, claim: TypeRef, n: NodeRef) -> Asked {
        let (f, row) = self.fun(frame)?;
        let FunRow::Lam(_, body) = *row else { return Err(Why::RuleMismatch) };
        if frame.stage == 0 {
            let t = self.claim_for(claim, f)?;
            let values = self.bind_params(&t)?;
            frame.kept = Some(Typed::Coverage(self.arena.instantiate(t.ensures, &values, 0)?));
            return Ok(Ask::Premise(n, Subject::Core(body)));
        }
        Ok(Ask::Conclude(Typed::Fun(self.body_covers(frame, claim)?)))
    }

    /// The claim, whose body covers exactly what was promised of it.
    fn body_covers(&mut self, frame: &mut Frame, claim: TypeRef) -> Result<Arc<FunType>, Why> {
        if Self::kept_coverage(frame)? == self.premise()? {
            self.type_of(claim)
        } else {
            Err(Why::BodyNotClaim)
        }
    }

    /// ```text
    /// G, xs:ts, f:(xs':ts, m(xs') < m(xs)) -> [phi] |- e : [phi]
    /// ---------------------------------------------------------- TFix
    /// G |- fix f xs. e : (xs:ts) -> [phi]
    /// ```
    ///
    /// `<` is lexicographic; the component that decreases does not go below 0, so there is no
    /// infinite descent.
    pub(crate) fn t_fix(
        &mut self,
        frame: &mut Frame,
        claim: TypeRef,
        measure: &[ExprRef],
        n: NodeRef,
    ) -> Asked {
        let (f, row) = self.fun(frame)?;
        let FunRow::Fix(_, body) = *row else { return Err(Why::RuleMismatch) };
        if frame.stage > 0 {
            return Ok(Ask::Conclude(Typed::Fun(self.body_covers(frame, claim)?)));
        }
        let t = self.claim_for(claim, f)?;
        let mut components = Vec::with_capacity(measure.len());
        for m in measure {
            components.push(self.integer_over_params(*m, &t, None)?);
        }
        let values = self.bind_params(&t)?;
        let decrease = decrease(&mut self.arena, &components, &values)?;
        let trivial = t.requires == self.arena.truth();
        let requires = if trivial { decrease } else { self.arena.and(t.requires, decrease)? };
        self.bind_fun(Arc::new(FunType { requires, ..(*t).clone() }));
        frame.kept = Some(Typed::Coverage(self.arena.instantiate(t.ensures, &values, 0)?));
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    /// An integer term over the parameters of a type (and `Nu`).
    fn integer_over_params(&mut self, e: ExprRef, t: &FunType, nu: Option<SortId>) -> Result<ExprId, Why> {
        let e = self.loaded.expr(e)?;
        if self.arena.sort_of(e) != Some(self.arena.int_sort()) {
            return Err(Why::BadMeasure);
        }
        self.arena.in_scope(e, &self.scope, &t.param_sorts(), nu)?;
        Ok(e)
    }

    /// ```text
    /// G, xs:ts, 0 <= k, f:(xs:ts) -> [phi && 0 <= rank < k] |- e : [phi && rank = k]    k fresh
    /// ---------------------------------------------------------------------------- TFixRank
    /// G |- fix f xs. e : (xs:ts) -> [phi && 0 <= rank]
    /// ```
    pub(crate) fn t_fix_rank(
        &mut self,
        frame: &mut Frame,
        claim: TypeRef,
        rank: ExprRef,
        n: NodeRef,
    ) -> Asked {
        let (f, row) = self.fun(frame)?;
        let FunRow::Fix(_, body) = *row else { return Err(Why::RuleMismatch) };
        let zero = self.arena.int(0)?;
        if frame.stage > 0 {
            let t = self.body_covers(frame, claim)?;
            let not_negative = self.arena.bin(Bin::Le, zero, self.loaded.expr(rank)?)?;
            let ensures = self.arena.and(t.ensures, not_negative)?;
            return has_type(FunType { ensures, ..(*t).clone() });
        }
        let t = self.claim_for(claim, f)?;
        let rank = self.integer_over_params(rank, &t, Some(t.result))?;
        let values = self.bind_params(&t)?;
        let k = self.bind_ghost(self.arena.int_sort())?;
        let k_not_negative = self.arena.bin(Bin::Le, zero, k)?;
        self.assume(k_not_negative);
        let smaller = ranked_below(&mut self.arena, rank, k)?;
        let ensures = self.arena.and(t.ensures, smaller)?;
        self.bind_fun(Arc::new(FunType { ensures, ..(*t).clone() }));
        let here = self.arena.eq(rank, k)?;
        let promised = self.arena.and(t.ensures, here)?;
        frame.kept = Some(Typed::Coverage(self.arena.instantiate(promised, &values, 0)?));
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    /// ```text
    /// G |- f : (xs:ts1) -> [phi1]
    /// G |= forall xs. ts2(xs) ==> ts1(xs) && forall nu. phi2 ==> phi1
    /// --------------------------------------------------------------- SubArr
    /// G |- f : (xs:ts2) -> [phi2]
    /// ```
    ///
    /// Function parameters must have the same type on both sides.
    pub(crate) fn sub_arr(
        &mut self,
        frame: &mut Frame,
        target: TypeRef,
        from: NodeRef,
        evidence: &Evidence,
    ) -> Asked {
        let (f, _) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(from, Subject::Fun(f)));
        }
        let old = self.fun_premise()?;
        let new = self.claim_for(target, f)?;
        let goal = self.inclusion(&old, &new)?;
        self.condition(frame.node, goal, evidence)?;
        Ok(Ask::Conclude(Typed::Fun(new)))
    }

    /// The closed condition of SubArr.
    fn inclusion(&mut self, old: &FunType, new: &FunType) -> Result<ExprId, Why> {
        if old.params.len() != new.params.len() || old.result != new.result {
            return Err(Why::ShapeMismatch);
        }
        let first = self.scope.ghosts.len();
        let (mut values, mut assumptions) = (Vec::new(), Vec::new());
        for (a, b) in old.params.iter().zip(&new.params) {
            match (a, b) {
                (Param::Base(s, _), Param::Base(s2, q)) if s == s2 => {
                    let x = self.arena.ghost(first.saturating_add(values.len()), *s)?;
                    let q = self.arena.instantiate(*q, &values, 0)?;
                    assumptions.push((x, *s, self.arena.at(q, x)?));
                    values.push(x);
                }
                (Param::Fun(a), Param::Fun(b)) => {
                    // SOUNDNESS: a coarser parameter type would need its own evidence.
                    if a.instantiate(&mut self.arena, &values)? != b.instantiate(&mut self.arena, &values)? {
                        return Err(Why::ShapeMismatch);
                    }
                    values.push(self.arena.truth());
                }
                _ => return Err(Why::ShapeMismatch),
            }
        }
        let safe = admissible(&mut self.arena, old, &values)?;
        let covered = self.arena.bin(Bin::Imp, new.ensures, old.ensures)?;
        let covered = self.arena.instantiate(covered, &values, 0)?;
        let covered = self.arena.for_all_values(new.result, covered)?;
        let mut goal = self.arena.and(safe, covered)?;
        let requires = self.arena.instantiate(new.requires, &values, 0)?;
        goal = self.arena.bin(Bin::Imp, requires, goal)?;
        for (x, sort, q) in assumptions.into_iter().rev() {
            goal = self.arena.bin(Bin::Imp, q, goal)?;
            let body = self.arena.close(goal, &[x])?;
            goal = self.arena.mk(Expr::Quant(Quant::Forall, sort, body))?;
        }
        Ok(goal)
    }

    // ---- schemes ------------------------------------------------------------------------

    /// ```text
    /// G |- g : forall 'a. s
    /// --------------------- TPolyType
    /// G |- g : s['a := b]
    /// ```
    pub(crate) fn t_poly_type(&mut self, frame: &Frame, n: NodeRef, sorts: &[SortRef]) -> Asked {
        let (f, row) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(n, Subject::Fun(f)));
        }
        let FunRow::Global(g, instance) = row else { return Err(Why::RuleMismatch) };
        let (g, instance) = (*g, self.loaded.sort_list(instance)?);
        let Some(Typed::Scheme(_, None)) = self.typed.pop() else { return Err(Why::NotInstantiated) };
        if self.loaded.sort_list(sorts)? != instance {
            return Err(Why::WrongInstance);
        }
        let sorts = self.scope.sorts(&self.arena, &self.loaded, sorts)?;
        let global = at(&self.statement.globals, g.0)?;
        if global.sort_params == 0 {
            return Err(Why::NotInstantiated);
        }
        if !global.preds.is_empty() {
            return Ok(Ask::Conclude(Typed::Scheme(g, Some(sorts))));
        }
        let t = self.type_of(global.claim)?;
        has_type(t.instantiate_sorts(&mut self.arena, &sorts)?)
    }

    /// ```text
    /// G |- g : forall P. t
    /// ------------------------- TPolyPred
    /// G |- g : t[P := fun xs -> phi]
    /// ```
    pub(crate) fn t_poly_pred(&mut self, frame: &Frame, n: NodeRef, preds: &[ExprRef]) -> Asked {
        let (f, _) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(n, Subject::Fun(f)));
        }
        let Some(Typed::Scheme(g, sorts)) = self.typed.pop() else { return Err(Why::NotInstantiated) };
        let global = at(&self.statement.globals, g.0)?;
        if (global.sort_params > 0) != sorts.is_some() || global.preds.len() != preds.len() {
            return Err(Why::NotInstantiated);
        }
        let sorts = sorts.unwrap_or_default();
        let mut formulas = Vec::with_capacity(preds.len());
        for (given, declared) in preds.iter().zip(&global.preds) {
            let phi = self.loaded.formula(&self.arena, *given)?;
            let mut args = Vec::with_capacity(declared.len());
            for s in self.loaded.sort_list(declared)? {
                args.push(Some(self.arena.instantiate_sort(s, &sorts)?));
            }
            self.arena.in_scope(phi, &self.scope, &args, None)?;
            formulas.push(phi);
        }
        let t = self.type_of(global.claim)?;
        let t = t.instantiate_sorts(&mut self.arena, &sorts)?;
        has_type(t.instantiate_preds(&mut self.arena, &formulas)?)
    }
}

/// The qualifiers of the base parameters and the requirement, at values: what a call must
/// establish. Trivial parts are left out.
pub fn admissible(arena: &mut Arena, t: &FunType, values: &[ExprId]) -> Result<ExprId, Why> {
    let mut parts = Vec::with_capacity(t.params.len().saturating_add(1));
    for (i, (param, &value)) in t.params.iter().zip(values).enumerate() {
        if let Param::Base(_, qualifier) = param {
            let before = values.get(..i).ok_or(Why::BadArguments)?;
            let q = arena.instantiate(*qualifier, before, 0)?;
            parts.push(arena.at(q, value)?);
        }
    }
    parts.push(arena.instantiate(t.requires, values, 0)?);
    let truth = arena.truth();
    let mut goal = truth;
    for part in parts.into_iter().rev().filter(|&p| p != truth) {
        goal = if goal == truth { part } else { arena.and(part, goal)? };
    }
    Ok(goal)
}

/// `m1' = m1 && .. && 0 <= mi' && mi' < mi` for some `i`: the requirement that TFix adds. The
/// primed components are about the telescope's parameters, the others about `values`.
pub fn decrease(arena: &mut Arena, components: &[ExprId], values: &[ExprId]) -> Result<ExprId, Why> {
    let zero = arena.int(0)?;
    let mut result = None;
    for &new in components.iter().rev() {
        let old = arena.instantiate(new, values, 0)?;
        let bounded = arena.bin(Bin::Le, zero, new)?;
        let smaller = arena.bin(Bin::Lt, new, old)?;
        let here = arena.and(bounded, smaller)?;
        result = Some(match result {
            None => here,
            Some(later) => {
                let same = arena.eq(new, old)?;
                let later = arena.and(same, later)?;
                arena.bin(Bin::Or, here, later)?
            }
        });
    }
    result.ok_or(Why::BadMeasure)
}

/// `0 <= rank && rank < k`: what TFixRank adds to the coverage of the function in its body.
pub fn ranked_below(arena: &mut Arena, rank: ExprId, k: ExprId) -> Result<ExprId, Why> {
    let zero = arena.int(0)?;
    let (low, high) = (arena.bin(Bin::Le, zero, rank)?, arena.bin(Bin::Lt, rank, k)?);
    arena.and(low, high)
}
