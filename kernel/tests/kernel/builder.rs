//! Writes statements and proofs by hand: one short method per row, nothing computed.
//!
//! Every method appends the row it is named after (equal expression rows are shared) and gives
//! back its number, so that nested calls read like the formula, term or derivation they build.
//! All rows go into the statement's tables unless a test calls the `proof_*` methods.

use covenant_kernel::check::{self, Verdict};
use covenant_kernel::tables::*;
use std::cell::RefCell;
use std::collections::HashMap;

/// A certificate being written.
pub struct Builder {
    certificate: RefCell<Certificate>,
    exprs: RefCell<HashMap<ExprRow, ExprRef>>,
    sorts: RefCell<HashMap<SortRow, SortRef>>,
}

/// A row number from a length.
fn number(len: usize) -> u32 {
    u32::try_from(len).expect("small tables")
}

/// Appends a row to a table of the statement or of the proof.
macro_rules! push {
    ($self:ident . $part:ident . $table:ident, $row:expr, $reference:ident) => {{
        let row = $row;
        let mut certificate = $self.certificate.borrow_mut();
        certificate.$part.$table.push(row);
        $reference(number(certificate.$part.$table.len() - 1))
    }};
}

/// Methods for expression rows of two operands.
macro_rules! binary {
    ($($name:ident $row:ident),*) => {$(
        pub fn $name(&self, a: ExprRef, b: ExprRef) -> ExprRef {
            self.expr(ExprRow::Bin(Bin::$row, a, b))
        }
    )*};
}

impl Builder {
    pub fn new() -> Self {
        let statement = Statement {
            kind: Kind::Every,
            opaque_sorts: vec![],
            literals: vec![],
            sorts: vec![],
            datatypes: vec![],
            exprs: vec![],
            defs: vec![],
            axioms: vec![],
            types: vec![],
            cores: vec![],
            funs: vec![],
            globals: vec![],
            claim: GlobalRef(0),
        };
        let proof = Proof {
            sorts: vec![],
            exprs: vec![],
            types: vec![],
            lemmas: vec![],
            steps: vec![],
            nodes: vec![],
            derivations: vec![],
        };
        Builder {
            certificate: RefCell::new(Certificate { statement, proof }),
            exprs: RefCell::default(),
            sorts: RefCell::default(),
        }
    }

    pub fn certificate(&self) -> Certificate {
        self.certificate.borrow().clone()
    }

    /// Changes the tables directly, for what no method would write.
    pub fn edit(&self, change: impl FnOnce(&mut Certificate)) {
        change(&mut self.certificate.borrow_mut());
    }

    pub fn check(&self) -> Verdict {
        let certificate = self.certificate();
        check::check(&certificate.statement, &certificate)
    }

    // ---- sorts and datatypes ------------------------------------------------------------

    pub fn sort(&self, row: SortRow) -> SortRef {
        if let Some(&s) = self.sorts.borrow().get(&row) {
            return s;
        }
        let s = push!(self.statement.sorts, row.clone(), SortRef);
        self.sorts.borrow_mut().insert(row, s);
        s
    }
    pub fn int_sort(&self) -> SortRef {
        self.sort(SortRow::Int)
    }
    pub fn bool_sort(&self) -> SortRef {
        self.sort(SortRow::Data(BOOL, [].into()))
    }
    pub fn unit_sort(&self) -> SortRef {
        self.sort(SortRow::Data(UNIT, [].into()))
    }
    pub fn abstract_sort(&self, i: u32) -> SortRef {
        self.sort(SortRow::Abstract(i))
    }
    pub fn data(&self, data: u32, args: &[SortRef]) -> SortRef {
        self.sort(SortRow::Data(data, args.into()))
    }
    pub fn opaque_sort(&self, name: &str) -> SortRef {
        self.edit(|c| c.statement.opaque_sorts.push(name.into()));
        let count = self.certificate.borrow().statement.opaque_sorts.len();
        self.sort(SortRow::Opaque(number(count - 1)))
    }

    /// Declares a datatype; the fields of its constructors may mention it by its number.
    pub fn datatype(&self, name: &str, params: u32, ctors: &[(&str, &[SortRef])]) -> u32 {
        let ctors = ctors.iter().map(|(n, f)| CtorRow { name: (*n).into(), fields: f.to_vec() }).collect();
        let mut certificate = self.certificate.borrow_mut();
        certificate.statement.datatypes.push(DatatypeRow { name: name.into(), params, ctors });
        number(certificate.statement.datatypes.len() - 1) + FIRST_DATATYPE
    }

    /// The number that the next datatype will have.
    pub fn next_datatype(&self) -> u32 {
        number(self.certificate.borrow().statement.datatypes.len()) + FIRST_DATATYPE
    }

    /// `'a list = [] | 'a :: 'a list`; its number.
    pub fn declare_list(&self) -> u32 {
        let a = self.abstract_sort(0);
        let list = self.data(self.next_datatype(), &[a]);
        self.datatype("list", 1, &[("[]", &[]), ("::", &[a, list])])
    }

    // ---- expressions --------------------------------------------------------------------

    pub fn expr(&self, row: ExprRow) -> ExprRef {
        if let Some(&e) = self.exprs.borrow().get(&row) {
            return e;
        }
        let e = push!(self.statement.exprs, row.clone(), ExprRef);
        self.exprs.borrow_mut().insert(row, e);
        e
    }
    /// The row of an expression of the statement.
    pub fn row(&self, e: ExprRef) -> ExprRow {
        self.certificate.borrow().statement.exprs[e.0 as usize].clone()
    }
    /// A row of the proof's own table. Write these last: they are numbered after the statement's.
    pub fn proof_expr(&self, row: ExprRow) -> ExprRef {
        let before = self.certificate.borrow().statement.exprs.len();
        let ExprRef(own) = push!(self.proof.exprs, row, ExprRef);
        ExprRef(own + number(before))
    }
    pub fn bound(&self, i: u32, s: SortRef) -> ExprRef {
        self.expr(ExprRow::Bound(i, s))
    }
    pub fn local(&self, level: u32, s: SortRef) -> ExprRef {
        self.expr(ExprRow::Local(level, s))
    }
    /// The `n`-th variable that evidence introduces.
    pub fn ghost(&self, n: u32, s: SortRef) -> ExprRef {
        self.expr(ExprRow::Local(GHOST + n, s))
    }
    pub fn nu(&self, s: SortRef) -> ExprRef {
        self.expr(ExprRow::Nu(s))
    }
    pub fn int(&self, n: i64) -> ExprRef {
        self.expr(ExprRow::Int(n))
    }
    pub fn ctor(&self, s: SortRef, tag: u32, args: &[ExprRef]) -> ExprRef {
        self.expr(ExprRow::Ctor(s, tag, args.into()))
    }
    pub fn boolean(&self, b: bool) -> ExprRef {
        self.ctor(self.bool_sort(), u32::from(b), &[])
    }
    pub fn call(&self, def: DefRef, sorts: &[SortRef], args: &[ExprRef]) -> ExprRef {
        self.expr(ExprRow::Fn(def, sorts.into(), args.into()))
    }
    pub fn pred_var(&self, p: u32, args: &[ExprRef]) -> ExprRef {
        self.expr(ExprRow::PredVar(p, args.into()))
    }
    pub fn literal(&self, s: SortRef, text: &str) -> ExprRef {
        self.edit(|c| c.statement.literals.push(text.into()));
        let count = self.certificate.borrow().statement.literals.len();
        self.expr(ExprRow::Literal(number(count - 1), s))
    }
    pub fn truth(&self) -> ExprRef {
        self.expr(ExprRow::True)
    }
    pub fn falsity(&self) -> ExprRef {
        self.expr(ExprRow::False)
    }
    pub fn not(&self, a: ExprRef) -> ExprRef {
        self.expr(ExprRow::Not(a))
    }
    pub fn div(&self, a: ExprRef, k: i64) -> ExprRef {
        self.expr(ExprRow::Div(a, k))
    }
    pub fn modulo(&self, a: ExprRef, k: i64) -> ExprRef {
        self.expr(ExprRow::Mod(a, k))
    }
    pub fn ite(&self, c: ExprRef, a: ExprRef, b: ExprRef) -> ExprRef {
        self.expr(ExprRow::Ite(c, a, b))
    }
    pub fn forall(&self, s: SortRef, body: ExprRef) -> ExprRef {
        self.expr(ExprRow::Quant(Quant::Forall, s, body))
    }
    pub fn exists(&self, s: SortRef, body: ExprRef) -> ExprRef {
        self.expr(ExprRow::Quant(Quant::Exists, s, body))
    }
    binary!(add Add, sub Sub, mul Mul, eq Eq, le Le, lt Lt, and And, or Or, imp Imp, iff Iff);

    // ---- definitions, axioms, lemmas ----------------------------------------------------

    pub fn next_def(&self) -> DefRef {
        DefRef(number(self.certificate.borrow().statement.defs.len()))
    }
    pub fn def(&self, row: DefRow) -> DefRef {
        push!(self.statement.defs, row, DefRef)
    }
    /// `len : 'a list -> int`, by recursion; `list` is the datatype's number.
    pub fn define_len(&self, list: u32) -> DefRef {
        let a = self.abstract_sort(0);
        let list = self.data(list, &[a]);
        let own = self.next_def();
        let tail = self.local(2, list);
        let step = self.add(self.int(1), self.call(own, &[a], &[tail]));
        self.def(DefRow {
            name: "len".into(),
            sort_params: 1,
            params: vec![list],
            result: Some(self.int_sort()),
            decidable: true,
            group: own.0,
            body: DefBody::Cases { on: 0, cases: vec![self.int(0), step] },
        })
    }
    pub fn axiom(&self, statement: ExprRef) -> AxiomRef {
        push!(self.statement.axioms, AxiomRow { name: "axiom".into(), sort_params: 0, statement }, AxiomRef)
    }
    pub fn lemma(&self, sort_params: u32, statement: ExprRef, proof: StepRef) -> LemmaRef {
        push!(self.proof.lemmas, LemmaRow { name: "lemma".into(), sort_params, statement, proof }, LemmaRef)
    }

    // ---- types --------------------------------------------------------------------------

    /// A simple type: parameters made with [`Builder::any`], and nothing said of the result.
    pub fn arrow(&self, params: &[ParamRow], result: SortRef) -> TypeRef {
        self.fun_type(params, result, self.truth())
    }
    /// `(params) -> [v:result | ensures]`, with nothing further required.
    pub fn fun_type(&self, params: &[ParamRow], result: SortRef, ensures: ExprRef) -> TypeRef {
        self.fun_type_requiring(params, self.truth(), result, ensures)
    }
    pub fn fun_type_requiring(
        &self,
        params: &[ParamRow],
        requires: ExprRef,
        result: SortRef,
        ensures: ExprRef,
    ) -> TypeRef {
        let params = params.to_vec();
        push!(self.statement.types, FunTypeRow { params, requires, result, ensures }, TypeRef)
    }
    /// `x:{v:s | true}`.
    pub fn any(&self, s: SortRef) -> ParamRow {
        ParamRow::Base(s, self.truth())
    }

    // ---- program ------------------------------------------------------------------------

    pub fn core(&self, row: CoreRow) -> CoreRef {
        push!(self.statement.cores, row, CoreRef)
    }
    pub fn ret(&self, e: ExprRef) -> CoreRef {
        self.core(CoreRow::Ret(e))
    }
    pub fn err(&self, s: SortRef) -> CoreRef {
        self.core(CoreRow::Err(s))
    }
    pub fn op(&self, prim: Prim) -> CoreRef {
        self.core(CoreRow::Op(prim))
    }
    pub fn eval(&self, e: ExprRef) -> CoreRef {
        self.op(Prim::Eval(e))
    }
    pub fn let_e(&self, e1: CoreRef, e2: CoreRef) -> CoreRef {
        self.core(CoreRow::LetE(e1, e2))
    }
    pub fn let_v(&self, f: FunRef, e: CoreRef) -> CoreRef {
        self.core(CoreRow::LetV(f, e))
    }
    /// A call with base arguments only.
    pub fn app(&self, f: FunRef, args: &[ExprRef]) -> CoreRef {
        self.core(CoreRow::App(f, args.iter().map(|&a| ArgRow::Base(a)).collect()))
    }
    pub fn app_args(&self, f: FunRef, args: &[ArgRow]) -> CoreRef {
        self.core(CoreRow::App(f, args.into()))
    }
    pub fn matching(&self, e: ExprRef, branches: &[(u32, CoreRef)]) -> CoreRef {
        let branches = branches.iter().map(|&(tag, body)| BranchRow { tag, body }).collect();
        self.core(CoreRow::Match(e, branches))
    }
    /// `if b then yes else no`, for a boolean value.
    pub fn if_else(&self, b: ExprRef, yes: CoreRef, no: CoreRef) -> CoreRef {
        self.matching(b, &[(0, no), (1, yes)])
    }
    pub fn fun(&self, row: FunRow) -> FunRef {
        push!(self.statement.funs, row, FunRef)
    }
    pub fn lam(&self, arrow: TypeRef, body: CoreRef) -> FunRef {
        self.fun(FunRow::Lam(arrow, body))
    }
    pub fn fix(&self, arrow: TypeRef, body: CoreRef) -> FunRef {
        self.fun(FunRow::Fix(arrow, body))
    }
    pub fn fun_var(&self, level: u32) -> FunRef {
        self.fun(FunRow::Var(level))
    }
    pub fn fun_global(&self, g: GlobalRef, sorts: &[SortRef]) -> FunRef {
        self.fun(FunRow::Global(g, sorts.into()))
    }
    pub fn global_row(&self, row: GlobalRow, derivation: Option<NodeRef>) -> GlobalRef {
        self.edit(|c| c.proof.derivations.push(derivation));
        push!(self.statement.globals, row, GlobalRef)
    }
    /// A top-level function without scheme; the statement's claim is the last one written.
    pub fn global(&self, claim: TypeRef, body: FunRef, node: NodeRef) -> GlobalRef {
        let row = GlobalRow { name: "f".into(), sort_params: 0, preds: vec![], claim, body: Some(body) };
        let g = self.global_row(row, Some(node));
        self.edit(|c| c.statement.claim = g);
        g
    }
    /// A library function whose claim is assumed.
    pub fn library(&self, claim: TypeRef) -> GlobalRef {
        self.global_row(
            GlobalRow { name: "lib".into(), sort_params: 0, preds: vec![], claim, body: None },
            None,
        )
    }

    /// The claim that the closed term `e` covers `[v:s | phi]`: `fun () -> e`, where `node`
    /// derives it for `e`. The first variable that `e` binds is level 0.
    pub fn judge(&self, e: CoreRef, s: SortRef, phi: ExprRef, node: NodeRef) -> Verdict {
        let claim = self.fun_type(&[], s, phi);
        let body = self.lam(self.arrow(&[], s), e);
        self.global(claim, body, self.t_fun(claim, node));
        self.check()
    }

    // ---- derivations --------------------------------------------------------------------

    pub fn node(&self, row: NodeRow) -> NodeRef {
        push!(self.proof.nodes, row, NodeRef)
    }
    pub fn t_const(&self) -> NodeRef {
        self.node(NodeRow::TConst)
    }
    pub fn t_var_base(&self) -> NodeRef {
        self.node(NodeRow::TVarBase)
    }
    pub fn t_var_fun(&self) -> NodeRef {
        self.node(NodeRow::TVarFun)
    }
    pub fn t_err(&self) -> NodeRef {
        self.node(NodeRow::TErr)
    }
    pub fn t_app_op(&self) -> NodeRef {
        self.node(NodeRow::TAppOp)
    }
    pub fn t_let_e(&self, n1: NodeRef, n2: NodeRef) -> NodeRef {
        self.node(NodeRow::TLetE(n1, n2))
    }
    pub fn t_let_v(&self, n1: NodeRef, n2: NodeRef) -> NodeRef {
        self.node(NodeRow::TLetV(n1, n2))
    }
    pub fn t_app(&self, fun: NodeRef, by: StepRef) -> NodeRef {
        self.node(NodeRow::TApp { fun, evidence: Evidence::Checked(by) })
    }
    pub fn t_app_fun(&self, fun: NodeRef, args: &[NodeRef], by: StepRef) -> NodeRef {
        self.node(NodeRow::TAppFun { fun, args: args.into(), evidence: Evidence::Checked(by) })
    }
    pub fn t_match(&self, branch: u32, n: NodeRef) -> NodeRef {
        self.node(NodeRow::TMatch(branch, n))
    }
    pub fn t_merge(&self, n1: NodeRef, n2: NodeRef) -> NodeRef {
        self.node(NodeRow::TMerge(n1, n2))
    }
    pub fn t_guard(&self, psi: ExprRef, n: NodeRef) -> NodeRef {
        self.node(NodeRow::TGuard(psi, n))
    }
    pub fn t_sub(&self, target: ExprRef, from: NodeRef, by: StepRef) -> NodeRef {
        self.node(NodeRow::TSub { target, from, evidence: Evidence::Checked(by) })
    }
    pub fn t_eq(&self, target: ExprRef, from: NodeRef, by: StepRef) -> NodeRef {
        self.node(NodeRow::TEq { target, from, evidence: Evidence::Checked(by) })
    }
    pub fn t_fun(&self, claim: TypeRef, n: NodeRef) -> NodeRef {
        self.node(NodeRow::TFun(claim, n))
    }
    pub fn t_fix(&self, claim: TypeRef, measure: &[ExprRef], body: NodeRef) -> NodeRef {
        self.node(NodeRow::TFix { claim, measure: measure.to_vec(), body })
    }
    pub fn t_fix_rank(&self, claim: TypeRef, rank: ExprRef, body: NodeRef) -> NodeRef {
        self.node(NodeRow::TFixRank { claim, rank, body })
    }
    pub fn sub_arr(&self, target: TypeRef, from: NodeRef, by: StepRef) -> NodeRef {
        self.node(NodeRow::SubArr { target, from, evidence: Evidence::Checked(by) })
    }
    pub fn t_poly_type(&self, n: NodeRef) -> NodeRef {
        self.node(NodeRow::TPolyType(n))
    }
    pub fn t_poly_pred(&self, n: NodeRef, preds: &[ExprRef]) -> NodeRef {
        self.node(NodeRow::TPolyPred(n, preds.to_vec()))
    }

    // ---- evidence -----------------------------------------------------------------------

    pub fn step(&self, row: StepRow) -> StepRef {
        push!(self.proof.steps, row, StepRef)
    }
    pub fn intro(&self, next: StepRef) -> StepRef {
        self.step(StepRow::Intro(next))
    }
    /// `Intro`, `n` times.
    pub fn intros(&self, n: u32, next: StepRef) -> StepRef {
        (0..n).fold(next, |next, _| self.intro(next))
    }
    pub fn split(&self, l: StepRef, r: StepRef) -> StepRef {
        self.step(StepRow::Split(l, r))
    }
    pub fn left(&self, next: StepRef) -> StepRef {
        self.step(StepRow::Left(next))
    }
    pub fn right(&self, next: StepRef) -> StepRef {
        self.step(StepRow::Right(next))
    }
    pub fn witness(&self, t: ExprRef, next: StepRef) -> StepRef {
        self.step(StepRow::Witness(t, next))
    }
    pub fn exact(&self) -> StepRef {
        self.step(StepRow::Exact)
    }
    pub fn absurd(&self, next: StepRef) -> StepRef {
        self.step(StepRow::Absurd(next))
    }
    pub fn or_elim(&self, f: ExprRef, l: StepRef, r: StepRef) -> StepRef {
        self.step(StepRow::OrElim(f, l, r))
    }
    pub fn obtain(&self, f: ExprRef, next: StepRef) -> StepRef {
        self.step(StepRow::Obtain(f, next))
    }
    pub fn inst(&self, f: ExprRef, t: ExprRef, next: StepRef) -> StepRef {
        self.step(StepRow::Inst(f, t, next))
    }
    pub fn apply(&self, f: ExprRef, premise: StepRef, next: StepRef) -> StepRef {
        self.step(StepRow::Apply(f, premise, next))
    }
    pub fn iff_parts(&self, f: ExprRef, next: StepRef) -> StepRef {
        self.step(StepRow::IffParts(f, next))
    }
    pub fn not_push(&self, f: ExprRef, next: StepRef) -> StepRef {
        self.step(StepRow::NotPush(f, next))
    }
    pub fn case(&self, t: ExprRef, branches: &[StepRef]) -> StepRef {
        self.step(StepRow::Case(t, branches.to_vec()))
    }
    pub fn cut(&self, f: ExprRef, yes: StepRef, no: StepRef) -> StepRef {
        self.step(StepRow::Cut(f, yes, no))
    }
    pub fn ite_split(&self, t: ExprRef, yes: StepRef, no: StepRef) -> StepRef {
        self.step(StepRow::IteSplit(t, yes, no))
    }
    pub fn unfold(&self, term: ExprRef, as_ctor: Option<ExprRef>, next: StepRef) -> StepRef {
        self.step(StepRow::Unfold { term, as_ctor, next })
    }
    pub fn unfold_fact(&self, fact: ExprRef, as_ctor: Option<ExprRef>, next: StepRef) -> StepRef {
        self.step(StepRow::UnfoldFact { fact, as_ctor, next })
    }
    pub fn unfold_goal(&self, as_ctor: Option<ExprRef>, next: StepRef) -> StepRef {
        self.step(StepRow::UnfoldGoal { as_ctor, next })
    }
    pub fn use_lemma(&self, l: LemmaRef, sorts: &[SortRef], terms: &[ExprRef], next: StepRef) -> StepRef {
        self.step(StepRow::Lemma(l, sorts.into(), terms.to_vec(), next))
    }
    pub fn use_axiom(&self, a: AxiomRef, sorts: &[SortRef], terms: &[ExprRef], next: StepRef) -> StepRef {
        self.step(StepRow::Axiom(a, sorts.into(), terms.to_vec(), next))
    }
    pub fn have(&self, f: ExprRef, proof: StepRef, next: StepRef) -> StepRef {
        self.step(StepRow::Have(f, proof, next))
    }
    pub fn induct(&self, motives: &[(SortRef, ExprRef)], cases: &[StepRef]) -> StepRef {
        let motives = motives.iter().map(|&(sort, formula)| Motive { sort, formula }).collect();
        self.step(StepRow::Induct(motives, cases.to_vec()))
    }
    pub fn leaf(&self, facts: &[ExprRef], lines: &[LeafRow]) -> StepRef {
        self.step(StepRow::Leaf(facts.to_vec(), lines.to_vec()))
    }
}
