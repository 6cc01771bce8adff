//! The rules of the other kind: `G |- e : {v | phi}`, *only* values with `phi` are produced.
//!
//! For each environment that satisfies `G`, each value that evaluating `e` produces has `phi`. Failure
//! and divergence produce nothing and are allowed. What differs from [`crate::rules`]: *every* branch
//! of a match counts, and there is no rule by which code stays unvisited; a guard weakens; subsumption goes
//! the other way round; recursion needs no measure, because a run that ends has finite depth.
//!
//! A premise is of the same kind, except for function arguments: a function knows its parameters by
//! what they can produce. The constructor of the Rocq inductive (`Only.v`) has the same name.

use crate::arena::{Bin, ExprId, SortId, index};
use crate::check::{Checker, Observer};
use crate::program::Subject;
use crate::reject::Why;
use crate::rules::{Ask, Asked, Frame, Typed};
use crate::tables::{CoreRow, Evidence, ExprRef, FunRow, Kind, NodeRef, TypeRef};

/// Concludes what a term of a sort stays within.
fn stays_within((sort, phi): (SortId, ExprId)) -> Asked {
    Ok(Ask::Conclude(Typed::Coverage(Kind::Only, sort, phi)))
}

impl<O: Observer> Checker<'_, O> {
    /// ```text
    /// v a base value
    /// ---------------------- ORet
    /// G |- v : {nu | nu = v}
    /// ```
    pub(crate) fn o_ret(&mut self, frame: &Frame) -> Asked {
        let (sort, value) = self.returned(frame)?;
        stays_within(self.equal_to(sort, value)?)
    }

    /// ```text
    /// ------------------ OErr
    /// G |- err : {False}
    /// ```
    pub(crate) fn o_err(&mut self, frame: &Frame) -> Asked {
        stays_within(self.failing(frame)?)
    }

    /// ```text
    /// --------------------------------- OAppOp
    /// G |- op(es) : {nu | F_op(es, nu)}
    /// ```
    pub(crate) fn o_app_op(&mut self, frame: &Frame) -> Asked {
        stays_within(self.operation(frame)?)
    }

    /// ```text
    /// G |- e1 : {phi}     G, x:{phi} |- e2 : {psi}
    /// ----------------------------------------------------------- OLetE
    /// G |- let x = e1 in e2 : {nu | exists x. phi(x) && psi(x, nu)}
    /// ```
    pub(crate) fn o_let_e(&mut self, frame: &mut Frame, n1: NodeRef, n2: NodeRef) -> Asked {
        if frame.stage < 2 {
            return self.let_premise(frame, Kind::Only, n1, n2);
        }
        let last = self.premise(Kind::Only)?;
        stays_within(self.exists_bound(frame, last)?)
    }

    /// ```text
    /// G |- g : t     G, f:t |- e : {psi}
    /// ---------------------------------- OLetV
    /// G |- let f = g in e : {psi}
    /// ```
    pub(crate) fn o_let_v(&mut self, frame: &Frame, n1: NodeRef, n2: NodeRef) -> Asked {
        if frame.stage < 2 {
            self.let_fun(frame, Kind::Only, n1, n2)
        } else {
            stays_within(self.premise(Kind::Only)?)
        }
    }

    /// ```text
    /// G, ys, v = Ci ys |- ei : {phi_i}   for each branch i
    /// ---------------------------------------------------------------------------------- OMatch
    /// G |- match v with .. Ci ys -> ei .. : {nu | .. || (exists ys. v = Ci ys && phi_i) || ..}
    /// ```
    ///
    /// A constructor without a branch fails. A match without branches has no sort and no rule.
    pub(crate) fn o_match(&mut self, frame: &mut Frame, nodes: &[NodeRef]) -> Asked {
        let CoreRow::Match(_, branches) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        // SOUNDNESS: a branch that nobody looks at could produce anything.
        if branches.len() != nodes.len() {
            return Err(Why::NotEachBranch);
        }
        if frame.stage > 0 {
            let last = self.premise(Kind::Only)?;
            let (sort, some) = self.exists_bound(frame, last)?;
            // SOUNDNESS: what holds in one branch is unknown in the next.
            self.facts.truncate(frame.facts);
            self.unbind(frame.locals);
            frame.joined = Some(match frame.joined {
                None => (sort, some),
                Some((before, _)) if before != sort => return Err(Why::SortMismatch),
                Some((_, before)) => (sort, self.arena.bin(Bin::Or, before, some)?),
            });
        }
        match nodes.get(index(frame.stage)) {
            Some(&n) => self.branch(frame, frame.stage, n),
            None => stays_within(frame.joined.ok_or(Why::BadBranches)?),
        }
    }

    /// ```text
    /// G, psi |- e : {phi}
    /// ----------------------- OGuard
    /// G |- e : {psi ==> phi}
    /// ```
    pub(crate) fn o_guard(&mut self, frame: &mut Frame, psi: ExprRef, n: NodeRef) -> Asked {
        if frame.stage == 0 {
            return self.guarded(frame, psi, n);
        }
        let (sort, phi) = self.premise(Kind::Only)?;
        stays_within((sort, self.arena.bin(Bin::Imp, frame.kept, phi)?))
    }

    /// ```text
    /// G |- e : {phi1}     G |= forall nu. phi1 ==> phi2
    /// ------------------------------------------------- OSub
    /// G |- e : {phi2}
    /// ```
    pub(crate) fn o_sub(&mut self, frame: &Frame, target: ExprRef, from: NodeRef, by: &Evidence) -> Asked {
        let (c, _) = self.core(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(from, Subject::Core(c)));
        }
        let (sort, phi) = self.premise(Kind::Only)?;
        let target = self.qualifier(target, Some(sort))?;
        let implied = self.arena.bin(Bin::Imp, phi, target)?;
        let goal = self.arena.for_all_values(sort, implied)?;
        self.condition(frame.node, goal, by)?;
        stays_within((sort, target))
    }

    /// ```text
    /// G |- f : (xs:ts) -> {phi}     G |= qualifiers of ts, at vs
    /// ---------------------------------------------------------- OApp
    /// G |- f(vs) : {phi[xs := vs]}
    /// ```
    ///
    /// If the arguments were not admissible, the claim of `f` would say nothing about the result.
    pub(crate) fn o_app(&mut self, frame: &Frame, fun: NodeRef, evidence: &Evidence) -> Asked {
        self.call(frame, Kind::Only, (fun, &[]), evidence)
    }

    /// ```text
    /// G |- f : (xs:ts) -> {phi}     G |= qualifiers of the base ts, at vs
    /// G |- gi : ti[xs := vs]  for each function argument gi, of the first kind
    /// ------------------------------------------------------------------------ OAppFun
    /// G |- f(vs) : {phi[xs := vs]}
    /// ```
    pub(crate) fn o_app_fun(&mut self, frame: &Frame, f: NodeRef, gs: &[NodeRef], by: &Evidence) -> Asked {
        if gs.is_empty() { Err(Why::RuleMismatch) } else { self.call(frame, Kind::Only, (f, gs), by) }
    }

    /// ```text
    /// f:t in G, of this kind
    /// ---------------------- OVarFun
    /// G |- f : t
    /// ```
    pub(crate) fn o_var_fun(&mut self, frame: &Frame) -> Asked {
        self.known(frame, Kind::Only)
    }

    /// ```text
    /// G, xs:ts |- e : {phi}
    /// ----------------------------------- OFun
    /// G |- fun xs -> e : (xs:ts) -> {phi}
    /// ```
    pub(crate) fn o_fun(&mut self, frame: &mut Frame, claim: TypeRef, n: NodeRef) -> Asked {
        if frame.stage == 0 { self.lambda(frame, claim, n) } else { self.body_stays_within(frame, claim) }
    }

    /// ```text
    /// G, xs:ts, f:(xs:ts) -> {phi} |- e : {phi}
    /// ----------------------------------------- OFix
    /// G |- fix f xs. e : (xs:ts) -> {phi}
    /// ```
    ///
    /// No measure: by induction on the run, which is finite if it ends.
    pub(crate) fn o_fix(&mut self, frame: &mut Frame, claim: TypeRef, n: NodeRef) -> Asked {
        let FunRow::Fix(simple, body) = *self.fun(frame)?.1 else { return Err(Why::RuleMismatch) };
        if frame.stage > 0 {
            return self.body_stays_within(frame, claim);
        }
        let t = self.claim_for(claim, simple)?;
        let values = self.bind_params(&t)?;
        frame.kept = self.arena.instantiate(t.ensures, &values, 0)?;
        self.bind_fun(Kind::Only, t);
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    fn body_stays_within(&mut self, frame: &Frame, claim: TypeRef) -> Asked {
        Ok(Ask::Conclude(Typed::Fun(Kind::Only, self.body_has(frame, Kind::Only, claim)?)))
    }

    /// ```text
    /// G |- f : (xs:ts1) -> {phi1}
    /// G, xs:ts2 |= ts1(xs) && forall nu. phi1 ==> phi2
    /// ------------------------------------------------ OSubArr
    /// G |- f : (xs:ts2) -> {phi2}
    /// ```
    pub(crate) fn o_sub_arr(
        &mut self,
        frame: &Frame,
        target: TypeRef,
        from: NodeRef,
        by: &Evidence,
    ) -> Asked {
        self.subtype(frame, Kind::Only, (target, from), by)
    }

    /// ```text
    /// G |- f : (xs:ts) -> [phi]     G |- f : (xs:ts) -> {phi}
    /// ------------------------------------------------------- TExactly
    /// G |- f : (xs:ts) -> exactly [phi]
    /// ```
    pub(crate) fn t_exactly(&mut self, frame: &Frame, n1: NodeRef, n2: NodeRef) -> Asked {
        let (f, _) = self.fun(frame)?;
        match frame.stage {
            0 => Ok(Ask::Premise(n1, Subject::Fun(f))),
            1 => Ok(Ask::Premise(n2, Subject::Fun(f))),
            _ => {
                let (only, every) = (self.fun_premise(Kind::Only)?, self.fun_premise(Kind::Every)?);
                // SOUNDNESS: two claims that differ are not one claim in both ways.
                if only != every {
                    return Err(Why::NotTheClaim);
                }
                Ok(Ask::Conclude(Typed::Fun(Kind::Exactly, every)))
            }
        }
    }
}
