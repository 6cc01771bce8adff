//! Certificates that ask for far more work, memory or output than their size allows.
//!
//! Each is a few rows repeated, shared or nested as an attacker would. What reads certificates has
//! to judge or decline each of them with work and memory linear in the file. Where the kernel
//! accepts one (the attack is on what prints it, or only looks expensive), it says so.

use covenant_certificates::{CertificateFile, Meta, SolverLog, SourceMap};
use covenant_kernel::tables::*;

/// What the kernel has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It holds; checking it takes little work, whatever it looks like.
    Valid,
    /// Beyond the limits.
    Declined,
    /// Either, depending on the size.
    Judged,
}

/// A hostile certificate.
pub struct Bomb {
    /// What it is made of.
    pub name: &'static str,
    /// What becomes of it.
    pub expected: Expected,
    /// The file.
    pub file: CertificateFile,
}

/// Writes evidence of so many rows.
type Refutation = fn(&mut Writer, u32) -> StepRef;
/// Makes a whole certificate of so many rows.
type Claim = fn(u32) -> CertificateFile;

/// All bombs, of about `rows` rows each where the number matters.
pub fn bombs(rows: u32) -> Vec<Bomb> {
    use Expected::{Declined, Judged, Valid};
    let all: [(&'static str, Expected, Refutation); 16] = [
        ("congruence-chain-parent-first", Valid, congruence_chain),
        ("injectivity-chain", Valid, injectivity_chain),
        ("constructor-cycle", Valid, constructor_cycle),
        ("sum-of-every-prefix", Judged, prefix_sums),
        ("wide-rows-repeated", Judged, wide_rows),
        ("one-row-combined-often", Judged, combined_often),
        ("equalities-between-sums", Judged, many_equalities),
        ("doubled-sum", Declined, doubled_sum),
        ("shared-under-binders", Declined, shared_under_binders),
        ("large-lemma-at-many-terms", Declined, lemma_instances),
        ("large-body-unfolded-often", Declined, large_body),
        ("doubled-evidence", Declined, doubled_evidence),
        ("large-leaf-repeated", Declined, repeated_leaf),
        ("facts-added-in-every-branch", Declined, repeated_facts),
        ("wide-constructor-split-often", Declined, wide_constructor),
        ("many-constructors-split-often", Declined, many_constructors),
    ];
    let mut bombs: Vec<Bomb> = all
        .into_iter()
        .map(|(name, expected, proof)| {
            let mut w = Writer::new();
            let step = proof(&mut w, rows);
            w.lemma(step);
            Bomb { name, expected, file: w.trivial_claim() }
        })
        .collect();
    let claims: [(&'static str, Expected, Claim); 8] = [
        ("doubled-derivation", Declined, |_| doubled_derivation()),
        ("doubled-sort", Declined, |_| doubled_sort()),
        ("doubled-function-type", Declined, |_| doubled_type()),
        ("call-with-many-functions", Judged, many_function_arguments),
        ("doubled-claim", Valid, |_| doubled_claim()),
        ("doubled-program-not-derived", Valid, |_| doubled_program()),
        ("deep-lets", Valid, deep_lets),
        ("deep-claim", Valid, deep_claim),
    ];
    bombs.extend(claims.map(|(name, expected, make)| Bomb { name, expected, file: make(rows) }));
    bombs
}

const INT: SortRef = SortRef(0);
const TRUTH: ExprRef = ExprRef(0);
const X: ExprRef = ExprRef(1);
const Y: ExprRef = ExprRef(2);

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// A certificate being written. The first expressions are `True` and two introduced integers.
struct Writer {
    certificate: Certificate,
    /// The goal of the next lemma.
    goal: ExprRef,
}

impl Writer {
    fn new() -> Self {
        let statement = Statement {
            kind: Kind::Every,
            opaque_sorts: vec![],
            literals: vec![],
            sorts: vec![SortRow::Int],
            datatypes: vec![],
            exprs: vec![ExprRow::True, ExprRow::Local(GHOST, INT), ExprRow::Local(GHOST + 1, INT)],
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
        Writer { certificate: Certificate { statement, proof }, goal: TRUTH }
    }

    fn expr(&mut self, row: ExprRow) -> ExprRef {
        let table = &mut self.certificate.statement.exprs;
        table.push(row);
        ExprRef(number(table.len() - 1))
    }

    fn bin(&mut self, op: Bin, a: ExprRef, b: ExprRef) -> ExprRef {
        self.expr(ExprRow::Bin(op, a, b))
    }

    fn int(&mut self, n: i64) -> ExprRef {
        self.expr(ExprRow::Int(n))
    }

    fn bound(&mut self, i: u32) -> ExprRef {
        self.expr(ExprRow::Bound(i, INT))
    }

    fn forall(&mut self, sort: SortRef, body: ExprRef) -> ExprRef {
        self.expr(ExprRow::Quant(Quant::Forall, sort, body))
    }

    fn step(&mut self, row: StepRow) -> StepRef {
        let table = &mut self.certificate.proof.steps;
        table.push(row);
        StepRef(number(table.len() - 1))
    }

    fn intros(&mut self, n: u32, next: StepRef) -> StepRef {
        (0..n).fold(next, |next, _| self.step(StepRow::Intro(next)))
    }

    fn node(&mut self, row: NodeRow) -> NodeRef {
        let table = &mut self.certificate.proof.nodes;
        table.push(row);
        NodeRef(number(table.len() - 1))
    }

    fn core(&mut self, row: CoreRow) -> CoreRef {
        let table = &mut self.certificate.statement.cores;
        table.push(row);
        CoreRef(number(table.len() - 1))
    }

    /// A function that is only declared.
    fn symbol(&mut self, params: u32) -> DefRef {
        self.def(params, DefBody::Opaque)
    }

    fn def(&mut self, params: u32, body: DefBody) -> DefRef {
        let table = &mut self.certificate.statement.defs;
        table.push(DefRow {
            name: format!("f{}", table.len()),
            sort_params: 0,
            params: vec![INT; params as usize],
            result: Some(INT),
            decidable: true,
            group: number(table.len()),
            body,
        });
        DefRef(number(table.len() - 1))
    }

    fn call(&mut self, def: DefRef, args: &[ExprRef]) -> ExprRef {
        self.expr(ExprRow::Fn(def, [].into(), args.into()))
    }

    /// A datatype with constructors of so many fields, each of sort int but the last of their own.
    fn datatype(&mut self, ctors: &[u32], recursive: bool) -> SortRef {
        let statement = &mut self.certificate.statement;
        let own = SortRef(number(statement.sorts.len()));
        statement.sorts.push(SortRow::Data(FIRST_DATATYPE + number(statement.datatypes.len()), [].into()));
        let fields = |n: u32| (1..=n).map(|i| if recursive && i == n { own } else { INT }).collect();
        let ctor = |(tag, &n): (usize, &u32)| CtorRow { name: format!("C{tag}"), fields: fields(n) };
        let ctors = ctors.iter().enumerate().map(ctor).collect();
        statement.datatypes.push(DatatypeRow { name: format!("t{}", own.0), params: 0, ctors });
        own
    }

    fn lemma(&mut self, proof: StepRef) {
        let lemmas = &mut self.certificate.proof.lemmas;
        let name = format!("l{}", lemmas.len());
        lemmas.push(LemmaRow { name, sort_params: 0, statement: self.goal, proof });
    }

    fn global(&mut self, claim: TypeRef, arrow: TypeRef, body: CoreRef, node: NodeRef) {
        let derived = self.node(NodeRow::TFun(claim, node));
        let statement = &mut self.certificate.statement;
        statement.funs.push(FunRow::Lam(arrow, body));
        let body = Some(FunRef(number(statement.funs.len() - 1)));
        let name = format!("g{}", statement.globals.len());
        statement.globals.push(GlobalRow { name, sort_params: 0, preds: vec![], claim, body });
        statement.claim = GlobalRef(number(statement.globals.len() - 1));
        self.certificate.proof.derivations.push(Some(derived));
    }

    fn arrow(&mut self, ensures: ExprRef) -> TypeRef {
        let types = &mut self.certificate.statement.types;
        types.push(FunTypeRow { params: vec![], requires: TRUTH, result: INT, ensures });
        TypeRef(number(types.len() - 1))
    }

    /// `fun () -> body` covers `ensures`.
    fn claim(mut self, body: CoreRef, node: NodeRef, ensures: ExprRef) -> CertificateFile {
        let (claim, arrow) = (self.arrow(ensures), self.arrow(TRUTH));
        self.global(claim, arrow, body, node);
        self.file()
    }

    fn trivial_claim(mut self) -> CertificateFile {
        let (body, node) = (self.core(CoreRow::Op(Prim::IntGen)), self.node(NodeRow::TAppOp));
        self.claim(body, node, TRUTH)
    }

    fn file(self) -> CertificateFile {
        CertificateFile {
            meta: Meta { producer: "bombs".into(), kernel: "0.1.0".into() },
            certificate: self.certificate,
            log: SolverLog::default(),
            source: SourceMap::default(),
        }
    }
}

// ---- ground leaves ------------------------------------------------------------------------------

/// `x = y ==> f (f (.. x)) = f (f (.. y))`.
fn congruence_chain(w: &mut Writer, rows: u32) -> StepRef {
    let f = w.symbol(1);
    let nest = |w: &mut Writer, x| (0..rows / 4).fold(x, |t, _| w.call(f, &[t]));
    implied_equality(w, nest)
}

/// `forall x y. x = y ==> nest x = nest y`, by one leaf.
fn implied_equality(w: &mut Writer, nest: impl Fn(&mut Writer, ExprRef) -> ExprRef) -> StepRef {
    let (b1, b0) = (w.bound(1), w.bound(0));
    let (left, right) = (nest(w, b1), nest(w, b0));
    let (given, wanted) = (w.bin(Bin::Eq, b1, b0), w.bin(Bin::Eq, left, right));
    let body = w.bin(Bin::Imp, given, wanted);
    let inner = w.forall(INT, body);
    w.goal = w.forall(INT, inner);
    let fact = w.bin(Bin::Eq, X, Y);
    let leaf = w.step(StepRow::Leaf(vec![fact], vec![]));
    w.intros(3, leaf)
}

/// `C (x, C (x, ..)) = C (y, C (y, ..)) ==> x = y`.
fn injectivity_chain(w: &mut Writer, rows: u32) -> StepRef {
    let list = w.datatype(&[0, 2], true);
    let end = w.expr(ExprRow::Ctor(list, 0, [].into()));
    let nest =
        |w: &mut Writer, x| (0..rows / 8).fold(end, |t, _| w.expr(ExprRow::Ctor(list, 1, [x, t].into())));
    let (b1, b0) = (w.bound(1), w.bound(0));
    let (left, right) = (nest(w, b1), nest(w, b0));
    let (given, wanted) = (w.bin(Bin::Eq, left, right), w.bin(Bin::Eq, b1, b0));
    let body = w.bin(Bin::Imp, given, wanted);
    let inner = w.forall(INT, body);
    w.goal = w.forall(INT, inner);
    let (left, right) = (nest(w, X), nest(w, Y));
    let fact = w.bin(Bin::Eq, left, right);
    let leaf = w.step(StepRow::Leaf(vec![fact], vec![]));
    w.intros(3, leaf)
}

/// `not (l = x :: x :: .. :: l)`.
fn constructor_cycle(w: &mut Writer, rows: u32) -> StepRef {
    let list = w.datatype(&[0, 2], true);
    let zero = w.int(0);
    let around = |w: &mut Writer, l| {
        let nested = (0..rows / 4).fold(l, |t, _| w.expr(ExprRow::Ctor(list, 1, [zero, t].into())));
        w.bin(Bin::Eq, l, nested)
    };
    let bound = w.expr(ExprRow::Bound(0, list));
    let equation = around(w, bound);
    let body = w.expr(ExprRow::Not(equation));
    w.goal = w.forall(list, body);
    let ghost = w.expr(ExprRow::Local(GHOST, list));
    let fact = around(w, ghost);
    let leaf = w.step(StepRow::Leaf(vec![fact], vec![]));
    w.intros(2, leaf)
}

/// `x1 + x2 + ..`, whose every prefix has a linear form of its own.
fn prefix_sums(w: &mut Writer, rows: u32) -> StepRef {
    let f = w.symbol(1);
    implied_equality(w, |w, x| {
        (0..rows / 12).fold(x, |sum, i| {
            let n = w.int(i64::from(i));
            let term = w.call(f, &[n]);
            w.bin(Bin::Add, sum, term)
        })
    })
}

/// A goal `sum <= 0` with its negation as literal 0; the lines are given.
fn about_a_sum(w: &mut Writer, terms: u32, lines: Vec<LeafRow>) -> StepRef {
    let f = w.symbol(1);
    let zero = w.int(0);
    let sum = (0..terms).fold(zero, |sum, i| {
        let n = w.int(i64::from(i));
        let term = w.call(f, &[n]);
        w.bin(Bin::Add, term, sum)
    });
    w.goal = w.bin(Bin::Le, sum, zero);
    w.step(StepRow::Leaf(vec![], lines))
}

/// A long row, stated again and again.
fn wide_rows(w: &mut Writer, rows: u32) -> StepRef {
    about_a_sum(w, (rows / 8).min(1_000), vec![LeafRow::Literal(0); rows as usize / 2])
}

/// A long row, added to itself again and again in one line.
fn combined_often(w: &mut Writer, rows: u32) -> StepRef {
    let often = LeafRow::Combine(vec![(1, 0); rows as usize]);
    about_a_sum(w, (rows / 8).min(1_000), vec![LeafRow::Literal(0), often])
}

/// Each line makes two sums equal, and everything is looked at again.
fn many_equalities(w: &mut Writer, rows: u32) -> StepRef {
    let same = vec![LeafRow::Congruent(X, X), LeafRow::Equal(X, X, 0, 0)];
    let lines = same.into_iter().chain((0..rows / 4).map(|_| LeafRow::Equal(X, X, 0, 0))).collect();
    let leaf = about_a_sum(w, (rows / 16).min(2_000), lines);
    let goal = w.goal;
    w.goal = w.forall(INT, goal);
    w.intros(1, leaf)
}

/// `x + x`, doubled until no coefficient fits.
fn doubled_sum(w: &mut Writer, _: u32) -> StepRef {
    implied_equality(w, |w, x| (0..200).fold(x, |e, _| w.bin(Bin::Add, e, e)))
}

// ---- substitution and evidence --------------------------------------------------------------------

/// A large formula that occurs under each number of binders: `p' = (forall x. p) && p`.
fn shared_under_binders(w: &mut Writer, rows: u32) -> StepRef {
    let outer = rows / 8;
    let variable = w.bound(outer);
    let mut p = w.bin(Bin::Eq, variable, variable);
    for i in 0..rows / 4 {
        let n = w.int(i64::from(i));
        let atom = w.bin(Bin::Lt, variable, n);
        p = w.bin(Bin::And, atom, p);
    }
    for _ in 0..outer {
        let under = w.forall(INT, p);
        p = w.bin(Bin::And, under, p);
    }
    let (goal, exact) = (w.bin(Bin::Imp, p, p), w.step(StepRow::Exact));
    // Those of the variables that are loose above.
    w.goal = (0..=outer).fold(goal, |g, _| w.forall(INT, g));
    w.intros(outer + 2, exact)
}

/// A conjunction about `Bound(0)` of so many parts.
fn large_formula(w: &mut Writer, parts: u32) -> ExprRef {
    let x = w.bound(0);
    let mut p = TRUTH;
    for i in 0..parts {
        let n = w.int(i64::from(i));
        let less = w.bin(Bin::Lt, n, x);
        let atom = w.bin(Bin::Imp, less, less);
        p = w.bin(Bin::Imp, atom, p);
    }
    p
}

/// A lemma of many rows, at many terms.
fn lemma_instances(w: &mut Writer, rows: u32) -> StepRef {
    let body = large_formula(w, rows / 8);
    w.goal = w.forall(INT, body);
    let exact = w.step(StepRow::Exact);
    let proof = w.intros(1 + rows / 8, exact);
    w.lemma(proof);
    w.goal = TRUTH;
    (0..rows / 4).fold(exact, |next, i| {
        let n = w.int(-i64::from(i));
        w.step(StepRow::Lemma(LemmaRef(0), vec![], vec![n], next))
    })
}

/// A definition of many rows, unfolded at many terms.
fn large_body(w: &mut Writer, rows: u32) -> StepRef {
    let x = w.expr(ExprRow::Local(0, INT));
    let mut body = x;
    for i in 0..rows / 4 {
        let n = w.int(i64::from(i));
        let product = w.bin(Bin::Mul, x, n);
        body = w.bin(Bin::Add, body, product);
    }
    let f = w.def(1, DefBody::Direct(body));
    let exact = w.step(StepRow::Exact);
    (0..rows / 8).fold(exact, |next, i| {
        let n = w.int(-i64::from(i));
        let term = w.call(f, &[n]);
        w.step(StepRow::Unfold { term, as_ctor: None, next })
    })
}

/// Evidence that uses what it has twice, 60 times.
fn doubled_evidence(w: &mut Writer, _: u32) -> StepRef {
    let exact = w.step(StepRow::Exact);
    (0..60).fold(exact, |s, _| w.step(StepRow::Have(TRUTH, s, s)))
}

/// A leaf with much to close, used again and again.
fn repeated_leaf(w: &mut Writer, rows: u32) -> StepRef {
    let leaf = congruence_chain(w, rows / 2);
    let goal = w.goal;
    let last = w.step(StepRow::Exact);
    w.goal = TRUTH;
    (0..rows / 8).fold(last, |next, _| w.step(StepRow::Have(goal, leaf, next)))
}

/// A large conjunction that becomes a fact in branch after branch.
fn repeated_facts(w: &mut Writer, rows: u32) -> StepRef {
    let large = (0..rows / 4).fold(TRUTH, |p, i| {
        let n = w.int(i64::from(i));
        let atom = w.bin(Bin::Le, n, n);
        w.bin(Bin::And, atom, p)
    });
    let goal = w.bin(Bin::Imp, large, TRUTH);
    let exact = w.step(StepRow::Exact);
    let intro = w.step(StepRow::Intro(exact));
    (0..rows / 4).fold(exact, |next, _| w.step(StepRow::Have(goal, intro, next)))
}

/// A constructor with many fields, and a case distinction inside each case.
fn wide_constructor(w: &mut Writer, rows: u32) -> StepRef {
    let wide = w.datatype(&[rows / 2], false);
    let exact = w.step(StepRow::Exact);
    w.goal = w.forall(wide, TRUTH);
    let value = w.expr(ExprRow::Local(GHOST, wide));
    let cases = (0..rows / 2).fold(exact, |next, _| w.step(StepRow::Case(value, vec![next])));
    w.intros(1, cases)
}

/// Many constructors, and all cases again in the first case.
fn many_constructors(w: &mut Writer, rows: u32) -> StepRef {
    let side = (1..).find(|n| n * n >= rows / 2).unwrap_or(1);
    let many = w.datatype(&vec![0; side as usize], false);
    w.goal = w.forall(many, TRUTH);
    let value = w.expr(ExprRow::Local(GHOST, many));
    let exact = w.step(StepRow::Exact);
    let cases = (0..side).fold(exact, |next, _| w.step(StepRow::Case(value, vec![next; side as usize])));
    w.intros(1, cases)
}

// ---- derivations, types, programs -----------------------------------------------------------------

fn doubled_derivation() -> CertificateFile {
    let mut w = Writer::new();
    let body = w.core(CoreRow::Op(Prim::IntGen));
    let node = w.node(NodeRow::TAppOp);
    let node = (0..60).fold(node, |n, _| w.node(NodeRow::TMerge(n, n)));
    w.claim(body, node, TRUTH)
}

/// `s * s` of `s * s` of ..
fn doubled_sort() -> CertificateFile {
    let mut w = Writer::new();
    let statement = &mut w.certificate.statement;
    statement.sorts.extend([SortRow::Abstract(0), SortRow::Abstract(1)]);
    let ctors = vec![CtorRow { name: "Pair".into(), fields: vec![SortRef(1), SortRef(2)] }];
    statement.datatypes.push(DatatypeRow { name: "pair".into(), params: 2, ctors });
    for last in 2..62 {
        let pair = [SortRef(last), SortRef(last)];
        statement.sorts.push(SortRow::Data(FIRST_DATATYPE, if last == 2 { [INT; 2] } else { pair }.into()));
    }
    w.trivial_claim()
}

/// A function with ten parameters of the type before, 15 times.
fn doubled_type() -> CertificateFile {
    let mut w = Writer::new();
    let first = w.arrow(TRUTH);
    (0..15).fold(first, |t, _| {
        let types = &mut w.certificate.statement.types;
        let params = vec![ParamRow::Fun(t); 10];
        types.push(FunTypeRow { params, requires: TRUTH, result: INT, ensures: TRUTH });
        TypeRef(number(types.len() - 1))
    });
    w.trivial_claim()
}

/// A call with many function arguments, each with a derivation.
fn many_function_arguments(rows: u32) -> CertificateFile {
    let mut w = Writer::new();
    let (arrow, body) = (w.arrow(TRUTH), w.core(CoreRow::Op(Prim::IntGen)));
    w.certificate.statement.funs.push(FunRow::Lam(arrow, body));
    let function = w.node(NodeRow::TAppOp);
    let function = w.node(NodeRow::TFun(arrow, function));
    let call = w.core(CoreRow::App(FunRef(0), vec![ArgRow::Fun(FunRef(0)); rows as usize / 2]));
    let args = vec![function; rows as usize / 2];
    let node = w.node(NodeRow::TAppFun { fun: function, args, evidence: Evidence::Solver });
    w.claim(call, node, TRUTH)
}

/// A claim of 60 rows that would take 2^60 to print. It holds.
fn doubled_claim() -> CertificateFile {
    let mut w = Writer::new();
    let (nu, zero) = (w.expr(ExprRow::Nu(INT)), w.int(0));
    let mut p = w.bin(Bin::Le, zero, nu);
    for _ in 0..60 {
        p = w.bin(Bin::Or, p, p);
    }
    let exact = w.step(StepRow::Exact);
    let by = w.intros(2, exact);
    let (body, from) = (w.core(CoreRow::Op(Prim::IntGen)), w.node(NodeRow::TAppOp));
    let node = w.node(NodeRow::TSub { target: p, from, evidence: Evidence::Checked(by) });
    w.claim(body, node, p)
}

/// A program of 60 rows that would take 2^60 to print, in a branch that no derivation visits.
fn doubled_program() -> CertificateFile {
    let mut w = Writer::new();
    let unit = SortRef(1);
    w.certificate.statement.sorts.push(SortRow::Data(UNIT, [].into()));
    let value = w.expr(ExprRow::Ctor(unit, 0, [].into()));
    let gen_int = w.core(CoreRow::Op(Prim::IntGen));
    let doubled = (0..60).fold(gen_int, |e, _| w.core(CoreRow::LetE(e, e)));
    let flag = SortRef(2);
    w.certificate.statement.sorts.push(SortRow::Data(BOOL, [].into()));
    let no = w.expr(ExprRow::Ctor(flag, 0, [].into()));
    let (branch, other) = (BranchRow { tag: 0, body: gen_int }, BranchRow { tag: 1, body: doubled });
    let inner = w.core(CoreRow::Match(no, vec![branch, other]));
    let body = w.core(CoreRow::Match(value, vec![BranchRow { tag: 0, body: inner }]));
    let op = w.node(NodeRow::TAppOp);
    let node = w.node(NodeRow::TMatch(0, op));
    let node = w.node(NodeRow::TMatch(0, node));
    let same = |w: &mut Writer, x: ExprRef| w.bin(Bin::Eq, x, x);
    let (same_unit, same_flag) = (same(&mut w, value), same(&mut w, no));
    let rest = w.bin(Bin::And, same_flag, TRUTH);
    let covered = w.bin(Bin::And, same_unit, rest);
    w.claim(body, node, covered)
}

/// `let x1 = int_gen () in let x2 = int_gen () in .. 0`, each summarised.
fn deep_lets(rows: u32) -> CertificateFile {
    let mut w = Writer::new();
    let zero = w.int(0);
    let nu = w.expr(ExprRow::Nu(INT));
    let is_zero = w.bin(Bin::Eq, nu, zero);
    let leaf = w.step(StepRow::Leaf(vec![], vec![]));
    let exact = w.step(StepRow::Exact);
    let fits = w.step(StepRow::Split(leaf, exact));
    let witness = w.step(StepRow::Witness(zero, fits));
    let by = w.intros(2, witness);
    let (mut body, mut node) = (w.core(CoreRow::Ret(zero)), w.node(NodeRow::TConst));
    for _ in 0..rows / 5 {
        let bound = w.core(CoreRow::Ret(zero));
        body = w.core(CoreRow::LetE(bound, body));
        let op = w.node(NodeRow::TConst);
        let from = w.node(NodeRow::TLetE(op, node));
        node = w.node(NodeRow::TSub { target: is_zero, from, evidence: Evidence::Checked(by) });
    }
    w.claim(body, node, is_zero)
}

/// `not not .. (0 <= v)`: a deep formula. It holds, by the solver's word.
fn deep_claim(rows: u32) -> CertificateFile {
    let mut w = Writer::new();
    let (nu, zero) = (w.expr(ExprRow::Nu(INT)), w.int(0));
    let atom = w.bin(Bin::Le, zero, nu);
    let target = (0..rows).fold(atom, |p, _| w.expr(ExprRow::Not(p)));
    let exact = w.step(StepRow::Exact);
    let by = w.intros(2, exact);
    let (body, from) = (w.core(CoreRow::Op(Prim::IntGen)), w.node(NodeRow::TAppOp));
    let node = w.node(NodeRow::TSub { target, from, evidence: Evidence::Checked(by) });
    w.claim(body, node, target)
}
