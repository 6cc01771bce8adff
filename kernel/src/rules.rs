//! The typing rules, one function each, named as in the calculus.
//!
//! `G |- e : [v | phi]` means: for each environment that satisfies `G` and each `v` with `phi`,
//! evaluating `e` *can* produce `v`. The checker walks the derivation from its root, because
//! contexts grow downward, and computes every type itself. There is no recursion: a rule is
//! called again (`stage` 0, 1, ..) after each premise, whose type is then on top of `typed`.
//!
//! A rule function's comment is the rule: premises above the line, conclusion below. The
//! constructor of the Rocq inductive has the same name.

use crate::arena::{Arena, Bin, Expr, ExprId, Quant, SortId, index};
use crate::check::{Checker, Observer};
use crate::program::Subject;
use crate::reject::Why;
use crate::tables::{
    ArgRow, CoreRef, CoreRow, Evidence, ExprRef, FunRef, FunRow, GlobalRef, NodeRef, NodeRow, SortRef,
    TypeRef,
};
use crate::types::{FunType, Param, sort_in_scope};
use std::sync::Arc;

macro_rules! rules {
    ($($rule:ident)*) => {
        /// The rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)]
        pub enum Rule { $($rule),* }

        impl Rule {
            /// All rules, in order.
            pub const ALL: [Rule; 20] = [$(Rule::$rule),*];
        }

        impl NodeRow {
            /// The rule of a node.
            #[must_use]
            pub fn rule(&self) -> Rule {
                match self { $(NodeRow::$rule { .. } => Rule::$rule),* }
            }
        }
    };
}
rules! {
    TConst TVarBase TVarFun TErr TLetE TLetV TAppOp TApp TAppFun TMatch TMerge TGuard TSub TEq TFun TFix TFixRank
    SubArr TPolyType TPolyPred
}

/// What a derivation gives its subject.
#[derive(Clone, Debug)]
pub enum Typed {
    /// A core term: what it covers, about `Nu`.
    Coverage(ExprId),
    /// A function value.
    Fun(Arc<FunType>),
    /// A global whose scheme is not (or only at sorts) instantiated.
    Scheme(GlobalRef, Option<Vec<SortId>>),
}

/// A node under way.
pub(crate) struct Frame {
    pub node: NodeRef,
    subject: Subject,
    stage: u32,
    // Context to return to, and what the rule keeps between stages.
    facts: usize,
    locals: usize,
    ghosts: usize,
    kept: Option<Typed>,
}

/// What a rule asks for next.
enum Ask {
    Premise(NodeRef, Subject),
    Conclude(Typed),
}

impl<O: Observer> Checker<'_, O> {
    /// Checks a derivation and returns the type it gives.
    pub(crate) fn derive(&mut self, node: NodeRef, subject: Subject) -> Result<Typed, (NodeRef, Why)> {
        let mut stack = vec![self.enter(node, subject)];
        let mut last = node;
        while let Some(mut frame) = stack.pop() {
            last = frame.node;
            match self.rule(&mut frame).map_err(|why| (last, why))? {
                Ask::Premise(child, subject) => {
                    // Backward references only: a derivation cannot run in circles.
                    if child.0 >= frame.node.0 {
                        return Err((last, Why::BadReference));
                    }
                    frame.stage = frame.stage.saturating_add(1);
                    stack.push(frame);
                    stack.push(self.enter(child, subject));
                }
                Ask::Conclude(typed) => {
                    self.facts.truncate(frame.facts);
                    self.scope.locals.truncate(frame.locals);
                    self.functions.truncate(frame.locals);
                    self.scope.ghosts.truncate(frame.ghosts);
                    self.observer.node(&self.arena, frame.node, frame.subject, &self.scope, &typed);
                    self.typed.push(typed);
                }
            }
        }
        self.typed.pop().ok_or((last, Why::RuleMismatch))
    }

    fn enter(&self, node: NodeRef, subject: Subject) -> Frame {
        Frame {
            node,
            subject,
            stage: 0,
            facts: self.facts.as_slice().len(),
            locals: self.scope.locals.len(),
            ghosts: self.scope.ghosts.len(),
            kept: None,
        }
    }

    fn rule(&mut self, frame: &mut Frame) -> Result<Ask, Why> {
        self.budget = self.budget.checked_sub(1).ok_or(Why::TooLarge)?;
        let proof = self.proof;
        match proof.nodes.get(index(frame.node.0)).ok_or(Why::BadReference)? {
            NodeRow::TConst => self.t_const(frame),
            NodeRow::TVarBase => self.t_var_base(frame),
            NodeRow::TVarFun => self.t_var_fun(frame),
            NodeRow::TErr => self.t_err(frame),
            NodeRow::TLetE(n1, n2) => self.t_let_e(frame, *n1, *n2),
            NodeRow::TLetV(n1, n2) => self.t_let_v(frame, *n1, *n2),
            NodeRow::TAppOp => self.t_app_op(frame),
            NodeRow::TApp { fun, evidence } => self.t_app(frame, *fun, evidence),
            NodeRow::TAppFun { fun, args, evidence } => self.t_app_fun(frame, *fun, args, evidence),
            NodeRow::TMatch(branch, n) => self.t_match(frame, *branch, *n),
            NodeRow::TMerge(n1, n2) => self.t_merge(frame, *n1, *n2),
            NodeRow::TGuard(psi, n) => self.t_guard(frame, *psi, *n),
            NodeRow::TSub { target, from, evidence } => self.t_sub(frame, *target, *from, evidence),
            NodeRow::TEq { target, from, evidence } => self.t_eq(frame, *target, *from, evidence),
            NodeRow::TFun(claim, n) => self.t_fun(frame, *claim, *n),
            NodeRow::TFix { claim, measure, body } => self.t_fix(frame, *claim, measure, *body),
            NodeRow::TFixRank { claim, rank, body } => self.t_fix_rank(frame, *claim, *rank, *body),
            NodeRow::SubArr { target, from, evidence } => self.sub_arr(frame, *target, *from, evidence),
            NodeRow::TPolyType(n, sorts) => self.t_poly_type(frame, *n, sorts),
            NodeRow::TPolyPred(n, preds) => self.t_poly_pred(frame, *n, preds),
        }
    }

    // ---- what the rules share -----------------------------------------------------------

    fn core(&self, frame: &Frame) -> Result<(CoreRef, &'_ CoreRow), Why> {
        let Subject::Core(c) = frame.subject else { return Err(Why::RuleMismatch) };
        Ok((c, self.statement.cores.get(index(c.0)).ok_or(Why::BadReference)?))
    }

    fn fun(&self, frame: &Frame) -> Result<(FunRef, &'_ FunRow), Why> {
        let Subject::Fun(f) = frame.subject else { return Err(Why::RuleMismatch) };
        Ok((f, self.statement.funs.get(index(f.0)).ok_or(Why::BadReference)?))
    }

    /// The coverage that the last premise gave.
    fn premise(&mut self) -> Result<ExprId, Why> {
        match self.typed.pop() {
            Some(Typed::Coverage(phi)) => Ok(phi),
            _ => Err(Why::RuleMismatch),
        }
    }

    /// The function type that the last premise gave.
    fn fun_premise(&mut self) -> Result<Arc<FunType>, Why> {
        match self.typed.pop() {
            Some(Typed::Fun(t)) => Ok(t),
            Some(Typed::Scheme(..)) => Err(Why::NotInstantiated),
            _ => Err(Why::RuleMismatch),
        }
    }

    fn kept_coverage(frame: &mut Frame) -> Result<ExprId, Why> {
        match frame.kept.take() {
            Some(Typed::Coverage(phi)) => Ok(phi),
            _ => Err(Why::RuleMismatch),
        }
    }

    /// Binds a base variable at the next level.
    fn bind(&mut self, sort: SortId) -> Result<ExprId, Why> {
        let level = u32::try_from(self.scope.locals.len()).map_err(|_| Why::TooLarge)?;
        if level >= crate::tables::GHOST {
            return Err(Why::TooLarge);
        }
        let x = self.arena.mk(Expr::Local(level, sort))?;
        self.scope.locals.push(Some(sort));
        self.functions.push(None);
        Ok(x)
    }

    /// Binds a function variable at the next level.
    fn bind_fun(&mut self, t: Arc<FunType>) {
        self.scope.locals.push(None);
        self.functions.push(Some(t));
    }

    fn assume(&mut self, fact: ExprId) {
        self.facts.add(&self.arena, fact);
    }

    /// Binds the parameters of a type with their qualifiers and its requirement; returns what
    /// stands for them in the telescope.
    fn bind_params(&mut self, t: &FunType) -> Result<Vec<ExprId>, Why> {
        let mut values = Vec::with_capacity(t.params.len());
        for param in &t.params {
            match param {
                Param::Base(sort, qualifier) => {
                    let x = self.bind(*sort)?;
                    let fact = self.arena.instantiate(*qualifier, &values, 0)?;
                    let fact = self.arena.at(fact, x)?;
                    self.assume(fact);
                    values.push(x);
                }
                Param::Fun(inner) => {
                    let inner = inner.instantiate(&mut self.arena, &values)?;
                    self.bind_fun(Arc::new(inner));
                    values.push(self.arena.truth());
                }
            }
        }
        let requires = self.arena.instantiate(t.requires, &values, 0)?;
        self.assume(requires);
        Ok(values)
    }

    /// The type row of a claim for function value `f`, in scope and of the right shape.
    fn claim_for(&self, claim: TypeRef, f: FunRef) -> Result<Arc<FunType>, Why> {
        let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
        t.in_scope(&self.arena, &self.scope, &[])?;
        if t.erase() != **self.program.arrow(f)? {
            return Err(Why::ClaimMismatch);
        }
        Ok(t)
    }

    /// A qualifier that the certificate supplies, about `Nu` of a sort (or of none).
    fn qualifier(&self, e: ExprRef, nu: Option<SortId>) -> Result<ExprId, Why> {
        let e = self.loaded.expr(e)?;
        if self.arena.sort_of(e).is_some() {
            return Err(Why::SortMismatch);
        }
        self.arena.in_scope(e, &self.scope, &[], nu)?;
        Ok(e)
    }

    /// `forall v. phi` for a formula about `Nu`.
    fn for_all_values(&mut self, sort: SortId, phi: ExprId) -> Result<ExprId, Why> {
        let nu = self.arena.mk(Expr::Nu(sort))?;
        let body = self.arena.close(phi, &[nu])?;
        self.arena.mk(Expr::Quant(Quant::Forall, sort, body))
    }

    // ---- base values, failure, primitives -----------------------------------------------

    /// ```text
    /// v a base value, not a variable
    /// ------------------------------ TConst
    /// G |- v : [nu | nu = v]
    /// ```
    fn t_const(&mut self, frame: &Frame) -> Result<Ask, Why> {
        self.returned(frame, false)
    }

    /// ```text
    /// x in G
    /// ---------------------- TVarBase
    /// G |- x : [nu | nu = x]
    /// ```
    fn t_var_base(&mut self, frame: &Frame) -> Result<Ask, Why> {
        self.returned(frame, true)
    }

    fn returned(&mut self, frame: &Frame, variable: bool) -> Result<Ask, Why> {
        let (c, row) = self.core(frame)?;
        let CoreRow::Ret(e) = row else { return Err(Why::RuleMismatch) };
        let value = self.loaded.expr(*e)?;
        if matches!(self.arena.expr(value), Expr::Local(..)) != variable {
            return Err(Why::RuleMismatch);
        }
        let nu = self.arena.mk(Expr::Nu(self.program.sort(c)?))?;
        Ok(Ask::Conclude(Typed::Coverage(self.arena.eq(nu, value)?)))
    }

    /// ```text
    /// ------------------ TErr
    /// G |- err : [False]
    /// ```
    fn t_err(&mut self, frame: &Frame) -> Result<Ask, Why> {
        match self.core(frame)?.1 {
            CoreRow::Err(_) => Ok(Ask::Conclude(Typed::Coverage(self.arena.falsity()))),
            _ => Err(Why::RuleMismatch),
        }
    }

    /// ```text
    /// ---------------------------------- TAppOp
    /// G |- op(vs) : [nu | F_op(vs, nu)]
    /// ```
    fn t_app_op(&mut self, frame: &Frame) -> Result<Ask, Why> {
        let CoreRow::Op(prim, args) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        let prim = prim.clone();
        let args = args.iter().map(|a| self.loaded.expr(*a)).collect::<Result<Vec<_>, _>>()?;
        let phi = crate::prims::coverage(&mut self.arena, &self.loaded, &prim, &args)?;
        Ok(Ask::Conclude(Typed::Coverage(phi)))
    }

    // ---- let ----------------------------------------------------------------------------

    /// ```text
    /// G |- e1 : [phi]     G, x:[phi] |- e2 : [psi]
    /// ----------------------------------------------------------- TLetE
    /// G |- let x = e1 in e2 : [nu | exists x. phi(x) && psi(x, nu)]
    /// ```
    fn t_let_e(&mut self, frame: &mut Frame, n1: NodeRef, n2: NodeRef) -> Result<Ask, Why> {
        let CoreRow::LetE(e1, e2) = *self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        match frame.stage {
            0 => Ok(Ask::Premise(n1, Subject::Core(e1))),
            1 => {
                let phi = self.premise()?;
                let x = self.bind(self.program.sort(e1)?)?;
                let fact = self.arena.at(phi, x)?;
                self.assume(fact);
                frame.kept = Some(Typed::Coverage(fact));
                Ok(Ask::Premise(n2, Subject::Core(e2)))
            }
            _ => {
                let psi = self.premise()?;
                let phi = Self::kept_coverage(frame)?;
                let both = self.arena.and(phi, psi)?;
                let level = u32::try_from(frame.locals).map_err(|_| Why::TooLarge)?;
                let some = self.exists_locals(both, level, &[self.program.sort(e1)?])?;
                Ok(Ask::Conclude(Typed::Coverage(some)))
            }
        }
    }

    /// `exists x1 .. xn. phi`, for the locals from `level` on.
    fn exists_locals(&mut self, phi: ExprId, level: u32, sorts: &[SortId]) -> Result<ExprId, Why> {
        let mut vars = Vec::with_capacity(sorts.len());
        for (&sort, level) in sorts.iter().zip(level..) {
            vars.push(self.arena.mk(Expr::Local(level, sort))?);
        }
        let mut e = self.arena.close(phi, &vars)?;
        for &sort in sorts.iter().rev() {
            e = self.arena.mk(Expr::Quant(Quant::Exists, sort, e))?;
        }
        Ok(e)
    }

    /// ```text
    /// G |- g : t     G, f:t |- e : [psi]
    /// ---------------------------------- TLetV
    /// G |- let f = g in e : [psi]
    /// ```
    fn t_let_v(&mut self, frame: &mut Frame, n1: NodeRef, n2: NodeRef) -> Result<Ask, Why> {
        let CoreRow::LetV(g, e) = *self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        match frame.stage {
            0 => Ok(Ask::Premise(n1, Subject::Fun(g))),
            1 => {
                let t = self.fun_premise()?;
                self.bind_fun(t);
                Ok(Ask::Premise(n2, Subject::Core(e)))
            }
            _ => Ok(Ask::Conclude(Typed::Coverage(self.premise()?))),
        }
    }

    // ---- calls --------------------------------------------------------------------------

    /// ```text
    /// G |- f : (xs:ts) -> [phi]     G |= qualifiers of ts, at vs
    /// ---------------------------------------------------------- TApp
    /// G |- f(vs) : [phi[xs := vs]]
    /// ```
    fn t_app(&mut self, frame: &mut Frame, fun: NodeRef, evidence: &Evidence) -> Result<Ask, Why> {
        let CoreRow::App(f, args) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        if args.iter().any(|a| matches!(a, ArgRow::Fun(_))) {
            return Err(Why::RuleMismatch);
        }
        match frame.stage {
            0 => Ok(Ask::Premise(fun, Subject::Fun(*f))),
            _ => {
                let args = args.clone();
                let t = self.fun_premise()?;
                self.conclude_call(frame.node, &t, &args, evidence)
            }
        }
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
    fn t_app_fun(
        &mut self,
        frame: &mut Frame,
        fun: NodeRef,
        nodes: &[NodeRef],
        evidence: &Evidence,
    ) -> Result<Ask, Why> {
        let CoreRow::App(f, args) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        let (f, args) = (*f, args.clone());
        let functions: Vec<(usize, FunRef)> = args
            .iter()
            .enumerate()
            .filter_map(|(i, a)| if let ArgRow::Fun(g) = a { Some((i, *g)) } else { None })
            .collect();
        if functions.is_empty() || functions.len() != nodes.len() {
            return Err(Why::RuleMismatch);
        }
        let done = match index(frame.stage).checked_sub(1) {
            None => return Ok(Ask::Premise(fun, Subject::Fun(f))),
            Some(done) => done,
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

    fn conclude_call(
        &mut self,
        node: NodeRef,
        t: &FunType,
        args: &[ArgRow],
        evidence: &Evidence,
    ) -> Result<Ask, Why> {
        let values = self.values(args)?;
        if values.len() != t.params.len() {
            return Err(Why::BadArguments);
        }
        let goal = admissible(&mut self.arena, t, &values)?;
        self.condition(node, goal, evidence)?;
        let phi = self.arena.instantiate(t.ensures, &values, 0)?;
        Ok(Ask::Conclude(Typed::Coverage(phi)))
    }

    // ---- structure ----------------------------------------------------------------------

    /// ```text
    /// G, ys, v = Ci ys |- ei : [phi]
    /// --------------------------------------------------------------- TMatch
    /// G |- match v with .. Ci ys -> ei .. : [nu | exists ys. v = Ci ys && phi]
    /// ```
    fn t_match(&mut self, frame: &mut Frame, branch: u32, n: NodeRef) -> Result<Ask, Why> {
        let CoreRow::Match(scrutinee, branches) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        let branch = branches.get(index(branch)).ok_or(Why::NoSuchBranch)?.clone();
        let scrutinee = self.loaded.expr(*scrutinee)?;
        let sort = self.arena.sort_of(scrutinee).ok_or(Why::SortMismatch)?;
        let fields = self.arena.ctor_fields(sort, branch.tag)?;
        if frame.stage == 0 {
            let mut vars = Vec::with_capacity(fields.len());
            for &field in fields.iter() {
                vars.push(self.bind(field)?);
            }
            let value = self.arena.mk(Expr::Ctor(sort, branch.tag, vars.into()))?;
            let fact = self.arena.eq(scrutinee, value)?;
            self.assume(fact);
            frame.kept = Some(Typed::Coverage(fact));
            return Ok(Ask::Premise(n, Subject::Core(branch.body)));
        }
        let phi = self.premise()?;
        let fact = Self::kept_coverage(frame)?;
        let both = self.arena.and(fact, phi)?;
        let level = u32::try_from(frame.locals).map_err(|_| Why::TooLarge)?;
        let some = self.exists_locals(both, level, &fields)?;
        Ok(Ask::Conclude(Typed::Coverage(some)))
    }

    /// ```text
    /// G |- e : [phi1]     G |- e : [phi2]
    /// ----------------------------------- TMerge
    /// G |- e : [phi1 || phi2]
    /// ```
    fn t_merge(&mut self, frame: &mut Frame, n1: NodeRef, n2: NodeRef) -> Result<Ask, Why> {
        let (c, _) = self.core(frame)?;
        match frame.stage {
            0 => Ok(Ask::Premise(n1, Subject::Core(c))),
            1 => {
                frame.kept = Some(Typed::Coverage(self.premise()?));
                Ok(Ask::Premise(n2, Subject::Core(c)))
            }
            _ => {
                let (phi1, phi2) = (Self::kept_coverage(frame)?, self.premise()?);
                Ok(Ask::Conclude(Typed::Coverage(self.arena.bin(Bin::Or, phi1, phi2)?)))
            }
        }
    }

    /// ```text
    /// G, psi |- e : [phi]
    /// ------------------------ TGuard
    /// G |- e : [psi && phi]
    /// ```
    fn t_guard(&mut self, frame: &mut Frame, psi: ExprRef, n: NodeRef) -> Result<Ask, Why> {
        let (c, _) = self.core(frame)?;
        if frame.stage == 0 {
            let psi = self.qualifier(psi, None)?;
            self.assume(psi);
            frame.kept = Some(Typed::Coverage(psi));
            return Ok(Ask::Premise(n, Subject::Core(c)));
        }
        let (psi, phi) = (Self::kept_coverage(frame)?, self.premise()?);
        Ok(Ask::Conclude(Typed::Coverage(self.arena.and(psi, phi)?)))
    }

    /// ```text
    /// G |- e : [phi1]     G |= forall nu. phi2 ==> phi1
    /// ------------------------------------------------- TSub
    /// G |- e : [phi2]
    /// ```
    fn t_sub(
        &mut self,
        frame: &mut Frame,
        target: ExprRef,
        from: NodeRef,
        evidence: &Evidence,
    ) -> Result<Ask, Why> {
        self.retarget(frame, target, from, evidence, Bin::Imp)
    }

    /// ```text
    /// G |- e : [phi1]     G |= forall nu. phi2 <=> phi1
    /// ------------------------------------------------- TEq
    /// G |- e : [phi2]
    /// ```
    fn t_eq(
        &mut self,
        frame: &mut Frame,
        target: ExprRef,
        from: NodeRef,
        evidence: &Evidence,
    ) -> Result<Ask, Why> {
        self.retarget(frame, target, from, evidence, Bin::Iff)
    }

    fn retarget(
        &mut self,
        frame: &mut Frame,
        target: ExprRef,
        from: NodeRef,
        evidence: &Evidence,
        relation: Bin,
    ) -> Result<Ask, Why> {
        let (c, _) = self.core(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(from, Subject::Core(c)));
        }
        let phi = self.premise()?;
        let sort = self.program.sort(c)?;
        let target = self.qualifier(target, Some(sort))?;
        let related = self.arena.bin(relation, target, phi)?;
        let goal = self.for_all_values(sort, related)?;
        self.condition(frame.node, goal, evidence)?;
        Ok(Ask::Conclude(Typed::Coverage(target)))
    }

    // ---- functions ----------------------------------------------------------------------

    /// ```text
    /// f:t in G
    /// ---------- TVarFun
    /// G |- f : t
    /// ```
    fn t_var_fun(&mut self, frame: &Frame) -> Result<Ask, Why> {
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
                let global = self.statement.globals.get(index(g.0)).ok_or(Why::BadReference)?;
                if global.body.is_none() {
                    self.libraries.insert(g.0);
                }
                if global.sort_params > 0 || !global.preds.is_empty() {
                    return Ok(Ask::Conclude(Typed::Scheme(g, None)));
                }
                let t = self.types.get(index(global.claim.0)).ok_or(Why::BadReference)?.clone();
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
    fn t_fun(&mut self, frame: &mut Frame, claim: TypeRef, n: NodeRef) -> Result<Ask, Why> {
        let (f, row) = self.fun(frame)?;
        let FunRow::Lam(_, body) = *row else { return Err(Why::RuleMismatch) };
        if frame.stage == 0 {
            let t = self.claim_for(claim, f)?;
            let values = self.bind_params(&t)?;
            frame.kept = Some(Typed::Coverage(self.arena.instantiate(t.ensures, &values, 0)?));
            return Ok(Ask::Premise(n, Subject::Core(body)));
        }
        self.conclude_body(frame)?;
        let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
        Ok(Ask::Conclude(Typed::Fun(t)))
    }

    /// The body covers exactly what was promised of it.
    fn conclude_body(&mut self, frame: &mut Frame) -> Result<(), Why> {
        if Self::kept_coverage(frame)? == self.premise()? { Ok(()) } else { Err(Why::BodyNotClaim) }
    }

    /// ```text
    /// G, xs:ts, f:(xs':ts, m(xs') < m(xs)) -> [phi] |- e : [phi]
    /// ---------------------------------------------------------- TFix
    /// G |- fix f xs. e : (xs:ts) -> [phi]
    /// ```
    ///
    /// `<` is lexicographic; the component that decreases does not go below 0, so there is no
    /// infinite descent.
    fn t_fix(
        &mut self,
        frame: &mut Frame,
        claim: TypeRef,
        measure: &[ExprRef],
        n: NodeRef,
    ) -> Result<Ask, Why> {
        let (f, row) = self.fun(frame)?;
        let FunRow::Fix(_, body) = *row else { return Err(Why::RuleMismatch) };
        if frame.stage > 0 {
            self.conclude_body(frame)?;
            let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
            return Ok(Ask::Conclude(Typed::Fun(t)));
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
    fn integer_over_params(&self, e: ExprRef, t: &FunType, nu: Option<SortId>) -> Result<ExprId, Why> {
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
    fn t_fix_rank(
        &mut self,
        frame: &mut Frame,
        claim: TypeRef,
        rank: ExprRef,
        n: NodeRef,
    ) -> Result<Ask, Why> {
        let (f, row) = self.fun(frame)?;
        let FunRow::Fix(_, body) = *row else { return Err(Why::RuleMismatch) };
        let zero = self.arena.int(0)?;
        if frame.stage > 0 {
            self.conclude_body(frame)?;
            let t = self.types.get(index(claim.0)).ok_or(Why::BadReference)?.clone();
            let not_negative = self.arena.bin(Bin::Le, zero, self.loaded.expr(rank)?)?;
            let ensures = self.arena.and(t.ensures, not_negative)?;
            return Ok(Ask::Conclude(Typed::Fun(Arc::new(FunType { ensures, ..(*t).clone() }))));
        }
        let t = self.claim_for(claim, f)?;
        let rank = self.integer_over_params(rank, &t, Some(t.result))?;
        let values = self.bind_params(&t)?;
        let ghost = u32::try_from(self.scope.ghosts.len()).map_err(|_| Why::TooLarge)?;
        let int = self.arena.int_sort();
        let ghost = crate::tables::GHOST.checked_add(ghost).ok_or(Why::TooLarge)?;
        let k = self.arena.mk(Expr::Local(ghost, int))?;
        self.scope.ghosts.push(int);
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
    fn sub_arr(
        &mut self,
        frame: &mut Frame,
        target: TypeRef,
        from: NodeRef,
        evidence: &Evidence,
    ) -> Result<Ask, Why> {
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
                    let n = u32::try_from(first.saturating_add(values.len())).map_err(|_| Why::TooLarge)?;
                    let level = crate::tables::GHOST.checked_add(n).ok_or(Why::TooLarge)?;
                    let x = self.arena.mk(Expr::Local(level, *s))?;
                    let q = self.arena.instantiate(*q, &values, 0)?;
                    assumptions.push(Some((x, *s, self.arena.at(q, x)?)));
                    values.push(x);
                }
                (Param::Fun(a), Param::Fun(b)) => {
                    // SOUNDNESS: a coarser parameter type would need its own evidence.
                    if a.instantiate(&mut self.arena, &values)? != b.instantiate(&mut self.arena, &values)? {
                        return Err(Why::ShapeMismatch);
                    }
                    assumptions.push(None);
                    values.push(self.arena.truth());
                }
                _ => return Err(Why::ShapeMismatch),
            }
        }
        let safe = admissible(&mut self.arena, old, &values)?;
        let covered = self.arena.bin(Bin::Imp, new.ensures, old.ensures)?;
        let covered = self.arena.instantiate(covered, &values, 0)?;
        let covered = self.for_all_values(new.result, covered)?;
        let mut goal = self.arena.and(safe, covered)?;
        let requires = self.arena.instantiate(new.requires, &values, 0)?;
        goal = self.arena.bin(Bin::Imp, requires, goal)?;
        for (x, sort, q) in assumptions.into_iter().rev().flatten() {
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
    fn t_poly_type(&mut self, frame: &Frame, n: NodeRef, sorts: &[SortRef]) -> Result<Ask, Why> {
        let (f, row) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(n, Subject::Fun(f)));
        }
        let FunRow::Global(g, instance) = row else { return Err(Why::RuleMismatch) };
        let (g, instance) = (*g, self.loaded.sort_list(instance)?);
        let sorts = self.loaded.sort_list(sorts)?;
        let Some(Typed::Scheme(_, None)) = self.typed.pop() else { return Err(Why::NotInstantiated) };
        if sorts != instance {
            return Err(Why::WrongInstance);
        }
        for &s in &sorts {
            sort_in_scope(&self.arena, s, &self.scope)?;
        }
        let global = self.statement.globals.get(index(g.0)).ok_or(Why::BadReference)?;
        if global.sort_params == 0 {
            return Err(Why::NotInstantiated);
        }
        if !global.preds.is_empty() {
            return Ok(Ask::Conclude(Typed::Scheme(g, Some(sorts))));
        }
        let t = self.types.get(index(global.claim.0)).ok_or(Why::BadReference)?.clone();
        Ok(Ask::Conclude(Typed::Fun(Arc::new(t.instantiate_sorts(&mut self.arena, &sorts)?))))
    }

    /// ```text
    /// G |- g : forall P. t
    /// ------------------------- TPolyPred
    /// G |- g : t[P := fun xs -> phi]
    /// ```
    fn t_poly_pred(&mut self, frame: &Frame, n: NodeRef, preds: &[ExprRef]) -> Result<Ask, Why> {
        let (f, _) = self.fun(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(n, Subject::Fun(f)));
        }
        let Some(Typed::Scheme(g, sorts)) = self.typed.pop() else { return Err(Why::NotInstantiated) };
        let global = self.statement.globals.get(index(g.0)).ok_or(Why::BadReference)?;
        if (global.sort_params > 0) != sorts.is_some() || global.preds.len() != preds.len() {
            return Err(Why::NotInstantiated);
        }
        let sorts = sorts.unwrap_or_default();
        let mut formulas = Vec::with_capacity(preds.len());
        for (given, declared) in preds.iter().zip(&global.preds) {
            let phi = self.loaded.expr(*given)?;
            if self.arena.sort_of(phi).is_some() {
                return Err(Why::SortMismatch);
            }
            let mut args = Vec::with_capacity(declared.len());
            for s in self.loaded.sort_list(declared)? {
                args.push(Some(self.arena.instantiate_sort(s, &sorts)?));
            }
            self.arena.in_scope(phi, &self.scope, &args, None)?;
            formulas.push(phi);
        }
        let t = self.types.get(index(global.claim.0)).ok_or(Why::BadReference)?.clone();
        let t = t.instantiate_sorts(&mut self.arena, &sorts)?;
        Ok(Ask::Conclude(Typed::Fun(Arc::new(t.instantiate_preds(&mut self.arena, &formulas)?))))
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
