//! The typing rules, one function each, named as in the calculus.
//!
//! `G |- e : [v | phi]` means: for each environment that satisfies `G` and each `v` with `phi`,
//! evaluating `e` *can* produce `v`. The checker walks the derivation from its root, because
//! contexts grow downward, and computes every type itself. There is no recursion: a rule is
//! called again (`stage` 0, 1, ..) after each premise, whose type is then on top of `typed`.
//!
//! A rule function's comment is the rule: premises above the line, conclusion below. The
//! constructor of the Rocq inductive has the same name.
//!
//! `G |- e : {v | phi}` is the other kind: whatever `e` produces has `phi`. Its rules are in
//! [`crate::only_rules`]. A node's rule fixes the kind of its conclusion, and a premise of another
//! kind than the rule asks for is refused, so that neither is ever taken for the other.

use crate::arena::{Args, Bin, Expr, ExprId, FALSITY, Quant, SortId, TRUTH, index};
use crate::check::{Checker, Observer};
use crate::load::at;
use crate::program::Subject;
use crate::reject::{At, Why};
pub use crate::tables::Rule;
use crate::tables::{
    BranchRow, CoreRef, CoreRow, Evidence, ExprRef, FunRef, FunRow, GHOST, Kind, NodeRef, NodeRow, Prim,
    TypeRef,
};
pub use crate::types::Typed;
use crate::types::{FunType, Param};
use std::sync::Arc;

/// A node under way.
pub(crate) struct Frame {
    pub node: NodeRef,
    subject: Subject,
    pub stage: u32,
    // Context to return to; a formula, and what branches gave, that the rule keeps between stages.
    pub facts: usize,
    pub locals: usize,
    ghosts: usize,
    pub kept: ExprId,
    pub joined: Option<(SortId, ExprId)>,
}

/// What a rule asks for next.
pub(crate) enum Ask {
    Premise(NodeRef, Subject),
    Conclude(Typed),
}

/// What a rule answers.
pub(crate) type Asked = Result<Ask, Why>;

/// Concludes a coverage at a sort.
pub(crate) fn covers((sort, phi): (SortId, ExprId)) -> Asked {
    Ok(Ask::Conclude(Typed::Coverage(Kind::Every, sort, phi)))
}

/// Concludes a function type.
pub(crate) fn has_type(t: Arc<FunType>) -> Asked {
    Ok(Ask::Conclude(Typed::Fun(Kind::Every, t)))
}

impl<O: Observer> Checker<'_, O> {
    /// Checks a derivation and returns the type it gives.
    pub(crate) fn derive(&mut self, node: NodeRef, subject: Subject) -> Result<Typed, Why> {
        let mut stack = vec![self.enter(node, subject)];
        while let Some(mut frame) = stack.pop() {
            self.at = At::Node(frame.node);
            match self.rule(&mut frame)? {
                Ask::Premise(child, subject) => {
                    // Backward references only: a derivation cannot run in circles.
                    if child.0 >= frame.node.0 {
                        return Err(Why::BadReference);
                    }
                    frame.stage = frame.stage.saturating_add(1);
                    stack.push(frame);
                    stack.push(self.enter(child, subject));
                }
                Ask::Conclude(typed) => {
                    self.facts.truncate(frame.facts);
                    self.unbind(frame.locals);
                    self.scope.ghosts.truncate(frame.ghosts);
                    self.observer.node(&self.arena, frame.node, frame.subject, &self.scope, &typed);
                    self.typed.push(typed);
                }
            }
        }
        self.typed.pop().ok_or(Why::RuleMismatch)
    }

    fn enter(&self, node: NodeRef, subject: Subject) -> Frame {
        Frame {
            node,
            subject,
            stage: 0,
            facts: self.facts.as_slice().len(),
            locals: self.scope.locals.len(),
            ghosts: self.scope.ghosts.len(),
            kept: TRUTH,
            joined: None,
        }
    }

    fn rule(&mut self, frame: &mut Frame) -> Asked {
        self.arena.spend(4)?;
        let proof = self.proof;
        match at(&proof.nodes, frame.node.0)? {
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
            NodeRow::TPolyType(n) => self.t_poly_type(frame, *n),
            NodeRow::TPolyPred(n, preds) => self.t_poly_pred(frame, *n, preds),
            NodeRow::ORet => self.o_ret(frame),
            NodeRow::OErr => self.o_err(frame),
            NodeRow::OAppOp => self.o_app_op(frame),
            NodeRow::OLetE(n1, n2) => self.o_let_e(frame, *n1, *n2),
            NodeRow::OLetV(n1, n2) => self.o_let_v(frame, *n1, *n2),
            NodeRow::OMatch(nodes) => self.o_match(frame, nodes),
            NodeRow::OGuard(psi, n) => self.o_guard(frame, *psi, *n),
            NodeRow::OSub { target, from, evidence } => self.o_sub(frame, *target, *from, evidence),
            NodeRow::OApp { fun, evidence } => self.o_app(frame, *fun, evidence),
            NodeRow::OAppFun { fun, args, evidence } => self.o_app_fun(frame, *fun, args, evidence),
            NodeRow::OVarFun => self.o_var_fun(frame),
            NodeRow::OFun(claim, n) => self.o_fun(frame, *claim, *n),
            NodeRow::OFix(claim, n) => self.o_fix(frame, *claim, *n),
            NodeRow::OSubArr { target, from, evidence } => self.o_sub_arr(frame, *target, *from, evidence),
            NodeRow::TExactly(n1, n2) => self.t_exactly(frame, *n1, *n2),
        }
    }

    // ---- what the rules share -----------------------------------------------------------

    pub(crate) fn core(&self, frame: &Frame) -> Result<(CoreRef, &'_ CoreRow), Why> {
        let Subject::Core(c) = frame.subject else { return Err(Why::RuleMismatch) };
        Ok((c, at(&self.statement.cores, c.0)?))
    }

    pub(crate) fn fun(&self, frame: &Frame) -> Result<(FunRef, &'_ FunRow), Why> {
        let Subject::Fun(f) = frame.subject else { return Err(Why::RuleMismatch) };
        Ok((f, at(&self.statement.funs, f.0)?))
    }

    /// An expression over the program's variables.
    fn computed(&mut self, e: ExprRef) -> Result<ExprId, Why> {
        let e = self.program.expr(e)?;
        // SOUNDNESS: a program knows nothing of ghosts, nor of the value that a claim is about.
        if self.arena.info(e).level > GHOST {
            return Err(Why::UnboundLocal);
        }
        self.arena.in_scope(e, &self.scope, &[], None)?;
        Ok(e)
    }

    /// A base value of the program: made of its variables, constants and constructors.
    pub(crate) fn value(&mut self, e: ExprRef) -> Result<(SortId, ExprId), Why> {
        let e = self.computed(e)?;
        self.arena.visit(
            e,
            |_, _| false,
            |_, node, _| match node {
                Expr::Local(..) | Expr::Int(_) | Expr::Literal(..) | Expr::Ctor(..) => Ok(()),
                _ => Err(Why::NotAValue),
            },
        )?;
        Ok((self.arena.sort_of(e).ok_or(Why::SortMismatch)?, e))
    }

    /// The sort and the formula that the last premise gave, which must be of this kind.
    pub(crate) fn premise(&mut self, kind: Kind) -> Result<(SortId, ExprId), Why> {
        match self.typed.pop() {
            Some(Typed::Coverage(found, sort, phi)) if found == kind => Ok((sort, phi)),
            Some(Typed::Coverage(..)) => Err(Why::OtherKind),
            _ => Err(Why::RuleMismatch),
        }
    }

    /// The function type that the last premise gave, which must be of this kind.
    pub(crate) fn fun_premise(&mut self, kind: Kind) -> Result<Arc<FunType>, Why> {
        match self.typed.pop() {
            Some(Typed::Fun(found, t)) if found == kind => Ok(t),
            Some(Typed::Fun(..)) => Err(Why::OtherKind),
            Some(Typed::Scheme(..)) => Err(Why::NotInstantiated),
            _ => Err(Why::RuleMismatch),
        }
    }

    /// Binds a base variable at the next level.
    pub(crate) fn bind(&mut self, sort: SortId) -> Result<ExprId, Why> {
        let level = u32::try_from(self.scope.locals.len()).ok().filter(|&level| level < GHOST);
        let level = level.ok_or(Why::TooLarge)?;
        let x = self.arena.mk(Expr::Local(level, sort))?;
        self.scope.locals.push(Some(sort));
        self.functions.push(None);
        Ok(x)
    }

    /// Binds a function variable at the next level, and how its type is read.
    pub(crate) fn bind_fun(&mut self, kind: Kind, t: Arc<FunType>) {
        self.scope.locals.push(None);
        self.functions.push(Some((kind, t)));
    }

    /// Forgets all variables but the first `depth`.
    pub(crate) fn unbind(&mut self, depth: usize) {
        self.scope.locals.truncate(depth);
        self.functions.truncate(depth);
    }

    pub(crate) fn assume(&mut self, fact: ExprId) -> Result<(), Why> {
        self.facts.add(&mut self.arena, fact)
    }

    /// Binds the parameters of a type with their qualifiers and its requirement; returns what
    /// stands for them in the telescope.
    pub(crate) fn bind_params(&mut self, t: &FunType) -> Result<Vec<ExprId>, Why> {
        let mut values = Vec::with_capacity(t.params.len());
        for param in &t.params {
            match param {
                Param::Base(sort, qualifier) => {
                    let x = self.bind(*sort)?;
                    let fact = self.arena.instantiate(*qualifier, &values, 0)?;
                    let fact = self.arena.at(fact, x)?;
                    self.assume(fact)?;
                    values.push(x);
                }
                Param::Fun(inner) => {
                    let inner = inner.instantiate(&mut self.arena, &values)?;
                    self.bind_fun(Kind::Every, Arc::new(inner));
                    values.push(TRUTH);
                }
            }
        }
        let requires = self.arena.instantiate(t.requires, &values, 0)?;
        self.assume(requires)?;
        Ok(values)
    }

    /// The type of a row.
    pub(crate) fn type_of(&self, t: TypeRef) -> Result<Arc<FunType>, Why> {
        at(&self.types, t.0).cloned()
    }

    /// A type of the statement. SOUNDNESS: a claim means the same whatever proof comes with it.
    pub(crate) fn stated_type(&self, t: TypeRef) -> Result<Arc<FunType>, Why> {
        at(&self.statement.types, t.0).and_then(|_| self.type_of(t))
    }

    /// A function type that the certificate supplies.
    pub(crate) fn claim(&mut self, claim: TypeRef) -> Result<Arc<FunType>, Why> {
        let t = self.type_of(claim)?;
        self.arena.spend(index(t.size))?;
        t.in_scope(&mut self.arena, &self.scope, &[])?;
        Ok(t)
    }

    /// A qualifier that the certificate supplies, about `Nu` of a sort (or of none).
    pub(crate) fn qualifier(&mut self, e: ExprRef, nu: Option<SortId>) -> Result<ExprId, Why> {
        let e = self.loaded.formula(&self.arena, e)?;
        self.arena.in_scope(e, &self.scope, &[], nu)?;
        Ok(e)
    }

    // ---- base values, failure, primitives -----------------------------------------------

    /// ```text
    /// v a base value, not a variable
    /// ------------------------------ TConst
    /// G |- v : [nu | nu = v]
    /// ```
    fn t_const(&mut self, frame: &Frame) -> Asked {
        self.returned_by(frame, false)
    }

    /// ```text
    /// x in G
    /// ---------------------- TVarBase
    /// G |- x : [nu | nu = x]
    /// ```
    fn t_var_base(&mut self, frame: &Frame) -> Asked {
        self.returned_by(frame, true)
    }

    fn returned_by(&mut self, frame: &Frame, variable: bool) -> Asked {
        let (sort, value) = self.returned(frame)?;
        if matches!(self.arena.expr(value), Expr::Local(..)) != variable {
            return Err(Why::RuleMismatch);
        }
        covers(self.equal_to(sort, value)?)
    }

    /// The value that a term returns.
    pub(crate) fn returned(&mut self, frame: &Frame) -> Result<(SortId, ExprId), Why> {
        let CoreRow::Ret(e) = *self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        self.value(e)
    }

    /// `nu = value`.
    pub(crate) fn equal_to(&mut self, sort: SortId, value: ExprId) -> Result<(SortId, ExprId), Why> {
        let nu = self.arena.mk(Expr::Nu(sort))?;
        Ok((sort, self.arena.eq(nu, value)?))
    }

    /// ```text
    /// ------------------ TErr
    /// G |- err : [False]
    /// ```
    fn t_err(&mut self, frame: &Frame) -> Asked {
        covers(self.failing(frame)?)
    }

    /// A failing term: its sort, and nothing.
    pub(crate) fn failing(&mut self, frame: &Frame) -> Result<(SortId, ExprId), Why> {
        let CoreRow::Err(sort) = *self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        Ok((self.scope.sort(&self.arena, self.program.sort(sort)?)?, FALSITY))
    }

    /// ```text
    /// ---------------------------------- TAppOp
    /// G |- op(es) : [nu | F_op(es, nu)]
    /// ```
    fn t_app_op(&mut self, frame: &Frame) -> Asked {
        covers(self.operation(frame)?)
    }

    /// What an operation produces: exactly this, so that it serves both kinds.
    pub(crate) fn operation(&mut self, frame: &Frame) -> Result<(SortId, ExprId), Why> {
        let CoreRow::Op(prim) = self.core(frame)?.1.clone() else { return Err(Why::RuleMismatch) };
        match prim {
            Prim::Eval(e) => self.computed(e).map(drop)?,
            _ => prim.operands().try_for_each(|e| self.value(e).map(drop))?,
        }
        crate::prims::coverage(&mut self.arena, &self.program, &prim)
    }

    // ---- let ----------------------------------------------------------------------------

    /// ```text
    /// G |- e1 : [phi]     G, x:[phi] |- e2 : [psi]
    /// ----------------------------------------------------------- TLetE
    /// G |- let x = e1 in e2 : [nu | exists x. phi(x) && psi(x, nu)]
    /// ```
    fn t_let_e(&mut self, frame: &mut Frame, n1: NodeRef, n2: NodeRef) -> Asked {
        if frame.stage < 2 {
            return self.let_premise(frame, Kind::Every, n1, n2);
        }
        let last = self.premise(Kind::Every)?;
        covers(self.exists_bound(frame, last)?)
    }

    /// The premises of a let: what is bound, then, with what that gave as a fact, the body.
    pub(crate) fn let_premise(&mut self, frame: &mut Frame, kind: Kind, n1: NodeRef, n2: NodeRef) -> Asked {
        let CoreRow::LetE(e1, e2) = *self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        if frame.stage == 0 {
            return Ok(Ask::Premise(n1, Subject::Core(e1)));
        }
        let (sort, phi) = self.premise(kind)?;
        let x = self.bind(sort)?;
        frame.kept = self.arena.at(phi, x)?;
        self.assume(frame.kept)?;
        Ok(Ask::Premise(n2, Subject::Core(e2)))
    }

    /// `exists xs. fact && phi`, for the variables that the node has bound, the fact about them
    /// that it has kept, and what its last premise gave.
    pub(crate) fn exists_bound(
        &mut self,
        frame: &Frame,
        (sort, phi): (SortId, ExprId),
    ) -> Result<(SortId, ExprId), Why> {
        let mut vars = Vec::new();
        for (sort, level) in self.scope.locals.iter().skip(frame.locals).zip(frame.locals..) {
            let level = u32::try_from(level).map_err(|_| Why::TooLarge)?;
            vars.extend(sort.map(|sort| self.arena.mk(Expr::Local(level, sort))).transpose()?);
        }
        let both = self.arena.and(frame.kept, phi)?;
        let mut some = self.arena.close(both, &vars)?;
        for &x in vars.iter().rev() {
            let sort = self.arena.sort_of(x).ok_or(Why::SortMismatch)?;
            some = self.arena.mk(Expr::Quant(Quant::Exists, sort, some))?;
        }
        Ok((sort, some))
    }

    /// ```text
    /// G |- g : t     G, f:t |- e : [psi]
    /// ---------------------------------- TLetV
    /// G |- let f = g in e : [psi]
    /// ```
    fn t_let_v(&mut self, frame: &mut Frame, n1: NodeRef, n2: NodeRef) -> Asked {
        if frame.stage < 2 {
            self.let_fun(frame, Kind::Every, n1, n2)
        } else {
            covers(self.premise(Kind::Every)?)
        }
    }

    /// The premises of a let of a function: the function, then the body, which knows it as that kind.
    pub(crate) fn let_fun(&mut self, frame: &Frame, kind: Kind, n1: NodeRef, n2: NodeRef) -> Asked {
        let CoreRow::LetV(g, e) = *self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        if frame.stage == 0 {
            return Ok(Ask::Premise(n1, Subject::Fun(g)));
        }
        let t = self.fun_premise(kind)?;
        self.bind_fun(kind, t);
        Ok(Ask::Premise(n2, Subject::Core(e)))
    }

    // ---- structure ----------------------------------------------------------------------

    /// ```text
    /// G, ys, v = Ci ys |- ei : [phi]
    /// --------------------------------------------------------------- TMatch
    /// G |- match v with .. Ci ys -> ei .. : [nu | exists ys. v = Ci ys && phi]
    /// ```
    fn t_match(&mut self, frame: &mut Frame, branch: u32, n: NodeRef) -> Asked {
        if frame.stage == 0 {
            return self.branch(frame, branch, n);
        }
        let last = self.premise(Kind::Every)?;
        covers(self.exists_bound(frame, last)?)
    }

    /// The premise for a branch: its body, where the value that is matched has its form.
    pub(crate) fn branch(&mut self, frame: &mut Frame, branch: u32, n: NodeRef) -> Asked {
        let CoreRow::Match(scrutinee, branches) = self.core(frame)?.1 else { return Err(Why::RuleMismatch) };
        let (scrutinee, BranchRow { tag, body }) =
            (*scrutinee, *branches.get(index(branch)).ok_or(Why::NoSuchBranch)?);
        let (sort, scrutinee) = self.value(scrutinee)?;
        let fields = self.arena.ctor_fields(sort, tag)?;
        let vars = fields.iter().map(|&field| self.bind(field)).collect::<Result<Args, _>>()?;
        let value = self.arena.mk(Expr::Ctor(sort, tag, vars))?;
        frame.kept = self.arena.eq(scrutinee, value)?;
        self.assume(frame.kept)?;
        Ok(Ask::Premise(n, Subject::Core(body)))
    }

    /// ```text
    /// G |- e : [phi1]     G |- e : [phi2]
    /// ----------------------------------- TMerge
    /// G |- e : [phi1 || phi2]
    /// ```
    fn t_merge(&mut self, frame: &Frame, n1: NodeRef, n2: NodeRef) -> Asked {
        let (c, _) = self.core(frame)?;
        match frame.stage {
            0 => Ok(Ask::Premise(n1, Subject::Core(c))),
            1 => Ok(Ask::Premise(n2, Subject::Core(c))),
            _ => {
                let ((sort2, phi2), (sort, phi1)) = (self.premise(Kind::Every)?, self.premise(Kind::Every)?);
                // SOUNDNESS: the branches of a match may have different sorts.
                if sort2 != sort {
                    return Err(Why::SortMismatch);
                }
                covers((sort, self.arena.bin(Bin::Or, phi1, phi2)?))
            }
        }
    }

    /// ```text
    /// G, psi |- e : [phi]
    /// ------------------------ TGuard
    /// G |- e : [psi && phi]
    /// ```
    fn t_guard(&mut self, frame: &mut Frame, psi: ExprRef, n: NodeRef) -> Asked {
        if frame.stage == 0 {
            return self.guarded(frame, psi, n);
        }
        let (sort, phi) = self.premise(Kind::Every)?;
        covers((sort, self.arena.and(frame.kept, phi)?))
    }

    /// The premise of a guard: the same term, under the hypothesis.
    pub(crate) fn guarded(&mut self, frame: &mut Frame, psi: ExprRef, n: NodeRef) -> Asked {
        let (c, _) = self.core(frame)?;
        frame.kept = self.qualifier(psi, None)?;
        self.assume(frame.kept)?;
        Ok(Ask::Premise(n, Subject::Core(c)))
    }

    /// ```text
    /// G |- e : [phi1]     G |= forall nu. phi2 ==> phi1
    /// ------------------------------------------------- TSub
    /// G |- e : [phi2]
    /// ```
    fn t_sub(&mut self, frame: &mut Frame, target: ExprRef, from: NodeRef, evidence: &Evidence) -> Asked {
        self.retarget(frame, target, from, evidence, Bin::Imp)
    }

    /// ```text
    /// G |- e : [phi1]     G |= forall nu. phi2 <=> phi1
    /// ------------------------------------------------- TEq
    /// G |- e : [phi2]
    /// ```
    fn t_eq(&mut self, frame: &mut Frame, target: ExprRef, from: NodeRef, evidence: &Evidence) -> Asked {
        self.retarget(frame, target, from, evidence, Bin::Iff)
    }

    fn retarget(&mut self, frame: &Frame, target: ExprRef, from: NodeRef, by: &Evidence, op: Bin) -> Asked {
        let (c, _) = self.core(frame)?;
        if frame.stage == 0 {
            return Ok(Ask::Premise(from, Subject::Core(c)));
        }
        let (sort, phi) = self.premise(Kind::Every)?;
        let target = self.qualifier(target, Some(sort))?;
        let related = self.arena.bin(op, target, phi)?;
        let goal = self.arena.for_all_values(sort, related)?;
        self.condition(frame.node, goal, by)?;
        covers((sort, target))
    }
}
