//! The rules about functions: calls, function values, subtyping, and instances of schemes.
//! See [`crate::rules`] for how rules are run and how to read their comments.

use crate::arena::{Arena, Bin, ExprId, INT, SortId, TRUTH, index};
use crate::check::{Checker, Observer};
use crate::load::at;
use crate::program::Subject;
use crate::reject::Why;
use crate::rules::{Ask, Asked, Frame, Typed, has_type};
use crate::tables::{ArgRow, CoreRow, Evidence, ExprRef, FunRef, FunRow, Kind, NodeRef, TypeRef};
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
        self.call(frame, Kind::Every, (fun, &[]), evidence)
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
    pub(crate) fn t_app_fun(&mut self, frame: &Frame, f: NodeRef, gs: &[NodeRef], by: &Evidence) -> Asked {
        if gs.is_empty() { Err(Why::RuleMismatch) } else { self.call(frame, Kind::Every, (f, gs), by) }
    }

    /// A call, with a derivation of this kind for the function, and one for each of its function
    /// arguments, of what these can produce: that is how a function knows its parameters.
    pub(crate) fn call(
        &mut self,
        frame: &Frame,
        kind: Kind,
        (fun, nodes): (NodeRef, &[NodeRef]),
        evidence: &Evidence,
    ) -> Asked {
        let CoreRow::App(f, args) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        let (f, args) = (*f, args.clone());
        self.arena.spend(args.len().saturating_add(nodes.len()))?;
        let function = |a: &ArgRow| if let ArgRow::Fun(g) = a { Some(*g) } else { None };
        let functions: Vec<FunRef> = args.iter().filter_map(function).collect();
        if functions.len() != nodes.len() {
            return Err(Why::RuleMismatch);
        }
        let mut premises = [(fun, f)].into_iter().chain(nodes.iter().copied().zip(functions));
        if let Some((node, g)) = premises.nth(index(frame.stage)) {
            return Ok(Ask::Premise(node, Subject::Fun(g)));
        }
        // The types of the function arguments, the first of them last; then the function's.
        let mut given = nodes.iter().map(|_| self.fun_premise(Kind::Every)).collect::<Result<Vec<_>, _>>()?;
        let t = self.fun_premise(kind)?;
        let mut values = Vec::with_capacity(args.len());
        for (i, arg) in args.iter().enumerate() {
            values.push(match (arg, t.params.get(i)) {
                (ArgRow::Base(e), Some(Param::Base(sort, _))) => match self.value(*e)? {
                    (found, value) if found == *sort => value,
                    _ => return Err(Why::BadArguments),
                },
                (ArgRow::Fun(_), Some(Param::Fun(wanted))) => {
                    self.arena.spend(index(wanted.size))?;
                    let wanted = wanted.instantiate(&mut self.arena, &values)?;
                    if wanted != *given.pop().ok_or(Why::RuleMismatch)? {
                        return Err(Why::ArgumentNotParameter);
                    }
                    TRUTH
                }
                _ => return Err(Why::BadArguments),
            });
        }
        if values.len() != t.params.len() {
            return Err(Why::BadArguments);
        }
        let goal = admissible(&mut self.arena, &t, &values)?;
        self.condition(frame.node, goal, evidence)?;
        let phi = self.arena.instantiate(t.ensures, &values, 0)?;
        Ok(Ask::Conclude(Typed::Coverage(kind, t.result, phi)))
    }

    // ---- functions ----------------------------------------------------------------------

    /// ```text
    /// f:t in G
    /// ---------- TVarFun
    /// G |- f : t
    /// ```
    pub(crate) fn t_var_fun(&mut self, frame: &Frame) -> Asked {
        self.known(frame, Kind::Every)
    }

    /// What is known of a function variable or global, of this kind.
    pub(crate) fn known(&mut self, frame: &Frame, kind: Kind) -> Asked {
        // SOUNDNESS: only what the context or the statement says of a function in this way was shown of it.
        let says =
            |known: Kind| if known == kind || known == Kind::Exactly { Ok(()) } else { Err(Why::OtherKind) };
        match self.fun(frame)?.1 {
            FunRow::Var(level) => {
                let (known, t) = at(&self.functions, *level)?.clone().ok_or(Why::NotAFunction)?;
                says(known)?;
                Ok(Ask::Conclude(Typed::Fun(kind, t)))
            }
            FunRow::Global(g, _) if g.0 >= self.current => Err(Why::ForwardGlobal),
            FunRow::Global(g, _) => {
                says(self.statement.kind)?;
                let global = at(&self.statement.globals, g.0)?;
                let sorts: usize = global.preds.iter().map(|p| p.len().saturating_add(1)).sum();
                self.arena.spend(sorts)?;
                let preds =
                    global.preds.iter().map(|p| self.program.sort_list(p)).collect::<Result<_, _>>()?;
                Ok(scheme(kind, global.sort_params, preds, self.type_of(global.claim)?))
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
        if frame.stage == 0 {
            self.lambda(frame, claim, n)
        } else {
            has_type(self.body_has(frame, Kind::Every, claim)?)
        }
    }

    /// The premise of a lambda: its body, at the parameters of the claim.
    pub(crate) fn lambda(&mut self, frame: &mut Frame, claim: TypeRef, n: NodeRef) -> Asked {
        let FunRow::Lam(simple, body) = *self.fun(frame)?.1 else { return Err(Why::RuleMismatch) };
        let t = self.claim_for(claim, simple)?;
        let values = self.bind_params(&t)?;
        frame.kept = self.arena.instantiate(t.ensures, &values, 0)?;
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    /// A claim for a function of a simple type.
    pub(crate) fn claim_for(&mut self, claim: TypeRef, simple: TypeRef) -> Result<Arc<FunType>, Why> {
        let t = self.claim(claim)?;
        if t.erase() == *self.stated_type(simple)? { Ok(t) } else { Err(Why::ClaimMismatch) }
    }

    /// The claim, whose body has exactly what was promised of it, of this kind.
    pub(crate) fn body_has(
        &mut self,
        frame: &Frame,
        kind: Kind,
        claim: TypeRef,
    ) -> Result<Arc<FunType>, Why> {
        let t = self.type_of(claim)?;
        if self.premise(kind)? == (t.result, frame.kept) { Ok(t) } else { Err(Why::BodyNotClaim) }
    }

    /// ```text
    /// G, xs:ts, f:(xs':ts, m(xs') < m(xs)) -> [phi] |- e : [phi]
    /// ---------------------------------------------------------- TFix
    /// G |- fix f xs. e : (xs:ts) -> [phi]
    /// ```
    ///
    /// `<` is lexicographic; the component that decreases does not go below 0, so there is no
    /// infinite descent.
    pub(crate) fn t_fix(&mut self, frame: &mut Frame, claim: TypeRef, ms: &[ExprRef], n: NodeRef) -> Asked {
        let FunRow::Fix(simple, body) = *self.fun(frame)?.1 else { return Err(Why::RuleMismatch) };
        if frame.stage > 0 {
            return has_type(self.body_has(frame, Kind::Every, claim)?);
        }
        let t = self.claim_for(claim, simple)?;
        let mut components = Vec::with_capacity(ms.len());
        for m in ms {
            components.push(self.integer_over_params(*m, &t, None)?);
        }
        let values = self.bind_params(&t)?;
        let decrease = decrease(&mut self.arena, &components, &values)?;
        let trivial = t.requires == TRUTH;
        let requires = if trivial { decrease } else { self.arena.and(t.requires, decrease)? };
        self.bind_fun(Kind::Every, Arc::new(FunType { requires, ..(*t).clone() }));
        frame.kept = self.arena.instantiate(t.ensures, &values, 0)?;
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    /// An integer term over the parameters of a type (and `Nu`).
    fn integer_over_params(&mut self, e: ExprRef, t: &FunType, nu: Option<SortId>) -> Result<ExprId, Why> {
        let e = self.loaded.expr(e)?;
        if self.arena.sort_of(e) != Some(INT) {
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
    pub(crate) fn t_fix_rank(&mut self, frame: &mut Frame, claim: TypeRef, r: ExprRef, n: NodeRef) -> Asked {
        let FunRow::Fix(simple, body) = *self.fun(frame)?.1 else { return Err(Why::RuleMismatch) };
        let zero = self.arena.int(0)?;
        if frame.stage > 0 {
            let t = self.body_has(frame, Kind::Every, claim)?;
            let not_negative = self.arena.bin(Bin::Le, zero, self.loaded.expr(r)?)?;
            let ensures = self.arena.and(t.ensures, not_negative)?;
            return has_type(Arc::new(FunType { ensures, ..(*t).clone() }));
        }
        let t = self.claim_for(claim, simple)?;
        let rank = self.integer_over_params(r, &t, Some(t.result))?;
        let values = self.bind_params(&t)?;
        let k = self.arena.ghost(self.scope.ghosts.len(), INT)?;
        self.scope.ghosts.push(INT);
        let k_not_negative = self.arena.bin(Bin::Le, zero, k)?;
        self.assume(k_not_negative)?;
        let smaller = ranked_below(&mut self.arena, rank, k)?;
        let ensures = self.arena.and(t.ensures, smaller)?;
        self.bind_fun(Kind::Every, Arc::new(FunType { ensures, ..(*t).clone() }));
        let here = self.arena.eq(rank, k)?;
        let promised = self.arena.and(t.ensures, here)?;
        frame.kept = self.arena.instantiate(promised, &values, 0)?;
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    /// ```text
    /// G |- f : (xs:ts1) -> [phi1]
    /// G, xs:ts2 |= ts1(xs) && forall nu. phi2 ==> phi1
    /// --------------------------------------------------------------- SubArr
    /// G |- f : (xs:ts2) -> [phi2]
    /// ```
    ///
    /// Function parameters must have the same type on both sides.
    pub(crate) fn sub_arr(&mut self, frame: &Frame, target: TypeRef, from: NodeRef, by: &Evidence) -> Asked {
        self.subtype(frame, Kind::Every, (target, from), by)
    }

    /// Function subtyping; what the results must imply depends on the kind.
    pub(crate) fn subtype(
        &mut self,
        frame: &Frame,
        kind: Kind,
        (target, from): (TypeRef, NodeRef),
        by: &Evidence,
    ) -> Asked {
        let (f, _) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(from, Subject::Fun(f)));
        }
        let (old, new) = (self.fun_premise(kind)?, self.claim(target)?);
        // SOUNDNESS: coarser types of function parameters would need evidence of their own.
        let same = |(a, b): (&Param, &Param)| match (a, b) {
            (Param::Base(s, _), Param::Base(s2, _)) => s == s2,
            (a, b) => a == b,
        };
        let fits = old.params.len() == new.params.len() && old.params.iter().zip(&new.params).all(same);
        if !fits || old.result != new.result {
            return Err(Why::ShapeMismatch);
        }
        let values = self.bind_params(&new)?;
        let safe = admissible(&mut self.arena, &old, &values)?;
        // SOUNDNESS: less is covered, or more is allowed.
        let (if_this, then_this) = match kind {
            Kind::Every => (new.ensures, old.ensures),
            Kind::Only => (old.ensures, new.ensures),
            Kind::Exactly => return Err(Why::OtherKind),
        };
        let included = self.arena.bin(Bin::Imp, if_this, then_this)?;
        let included = self.arena.instantiate(included, &values, 0)?;
        let included = self.arena.for_all_values(new.result, included)?;
        let goal = self.arena.and(safe, included)?;
        self.condition(frame.node, goal, by)?;
        Ok(Ask::Conclude(Typed::Fun(kind, new)))
    }

    // ---- schemes ------------------------------------------------------------------------

    /// ```text
    /// G |- g : forall 'a. s
    /// --------------------- TPolyType
    /// G |- g : s['a := b]
    /// ```
    pub(crate) fn t_poly_type(&mut self, frame: &Frame, n: NodeRef) -> Asked {
        let (f, row) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(n, Subject::Fun(f)));
        }
        let FunRow::Global(_, sorts) = row else { return Err(Why::RuleMismatch) };
        let sorts = self.scope.sorts(&self.arena, &self.program, sorts)?;
        self.arena.spend(sorts.len())?;
        let Some(Typed::Scheme(kind, count @ 1.., mut preds, t)) = self.typed.pop() else {
            return Err(Why::NotInstantiated);
        };
        if sorts.len() != index(count) {
            return Err(Why::WrongArity);
        }
        for s in preds.iter_mut().flatten() {
            *s = self.arena.instantiate_sort(*s, &sorts)?;
        }
        Ok(scheme(kind, 0, preds, Arc::new(t.instantiate_sorts(&mut self.arena, &sorts)?)))
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
        let Some(Typed::Scheme(kind, 0, declared, t)) = self.typed.pop() else {
            return Err(Why::NotInstantiated);
        };
        if declared.len() != preds.len() {
            return Err(Why::NotInstantiated);
        }
        let mut formulas = Vec::with_capacity(preds.len());
        for (given, sorts) in preds.iter().zip(declared) {
            let phi = self.loaded.formula(&self.arena, *given)?;
            let sorts: Vec<_> = sorts.into_iter().map(Some).collect();
            self.arena.in_scope(phi, &self.scope, &sorts, None)?;
            formulas.push(phi);
        }
        Ok(Ask::Conclude(Typed::Fun(kind, Arc::new(t.instantiate_preds(&mut self.arena, &formulas)?))))
    }
}

/// A type under what its scheme still binds.
fn scheme(kind: Kind, sort_params: u32, preds: Vec<Vec<SortId>>, t: Arc<FunType>) -> Ask {
    let bound = sort_params > 0 || !preds.is_empty();
    Ask::Conclude(if bound { Typed::Scheme(kind, sort_params, preds, t) } else { Typed::Fun(kind, t) })
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
    let mut goal = TRUTH;
    for part in parts.into_iter().rev().filter(|&p| p != TRUTH) {
        goal = if goal == TRUTH { part } else { arena.and(part, goal)? };
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
