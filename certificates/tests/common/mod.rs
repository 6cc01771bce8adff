//! Certificates to test with.

// Each test binary uses its own part.
#![allow(dead_code)]

pub mod container;
pub mod disguise;

use covenant_certificates::*;
use covenant_kernel::tables::*;

pub fn no_proof() -> Proof {
    Proof {
        sorts: vec![],
        exprs: vec![],
        types: vec![],
        lemmas: vec![],
        steps: vec![],
        nodes: vec![],
        derivations: vec![],
    }
}

pub fn empty_statement() -> Statement {
    Statement {
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
    }
}

/// `let seven () = 7`, which covers `[v:int | v = 7]`: a lambda whose body returns the literal,
/// typed by `TFun` over `TSub` over `TConst`.
pub fn constant() -> CertificateFile {
    let text = "let seven () = 7\n(*@ seven () covers [v:int | v = 7] *)\n".to_owned();
    let statement = Statement {
        sorts: vec![SortRow::Int, SortRow::Data(UNIT, [].into())],
        exprs: vec![
            ExprRow::True,
            ExprRow::Nu(SortRef(0)),
            ExprRow::Int(7),
            ExprRow::Bin(Bin::Eq, ExprRef(1), ExprRef(2)),
        ],
        types: [ExprRef(3), ExprRef(0)]
            .map(|ensures| FunTypeRow {
                params: vec![ParamRow::Base(SortRef(1), ExprRef(0))],
                requires: ExprRef(0),
                result: SortRef(0),
                ensures,
            })
            .into(),
        cores: vec![CoreRow::Ret(ExprRef(2))],
        funs: vec![FunRow::Lam(TypeRef(1), CoreRef(0))],
        globals: vec![GlobalRow {
            name: "seven".to_owned(),
            sort_params: 0,
            preds: vec![],
            claim: TypeRef(0),
            body: Some(FunRef(0)),
        }],
        ..empty_statement()
    };
    let proof = Proof {
        steps: vec![StepRow::Exact, StepRow::Intro(StepRef(0)), StepRow::Intro(StepRef(1))],
        nodes: vec![
            NodeRow::TConst,
            NodeRow::TSub { target: ExprRef(3), from: NodeRef(0), evidence: Evidence::Checked(StepRef(2)) },
            NodeRow::TFun(TypeRef(0), NodeRef(1)),
        ],
        derivations: vec![Some(NodeRef(2))],
        ..no_proof()
    };
    let body = Some(Span { start: 15, end: 16 });
    CertificateFile {
        meta: Meta { producer: "covenant 0.1.0".to_owned(), kernel: "0.1.0".to_owned() },
        certificate: Certificate { statement, proof },
        log: SolverLog {
            conditions: vec![ConditionLog {
                vc: 0,
                node: NodeRef(1),
                evidence: EvidenceKind::Checked,
                queries: vec![QueryLog {
                    solver: "z3".to_owned(),
                    version: "4.8.12".to_owned(),
                    query: QueryText::Text(
                        "(assert (! (not (= 7 7)) :named goal))\n(check-sat)\n".to_owned(),
                    ),
                    core: vec!["goal".to_owned()],
                    instances: vec![],
                }],
            }],
            lemmas: vec![],
        },
        source: SourceMap {
            file: "seven.ml".to_owned(),
            globals: vec![GlobalSource {
                span: Some(Span { start: 0, end: 16 }),
                claim: Some(Span { start: 17, end: 54 }),
                params: vec!["u".to_owned()],
                sort_params: vec![],
                preds: vec![],
            }],
            cores: vec![CoreSource { span: body, binders: vec![] }],
            funs: vec![FunSource {
                span: Some(Span { start: 0, end: 16 }),
                name: None,
                params: vec!["u".to_owned()],
            }],
            nodes: vec![body, body, Some(Span { start: 0, end: 16 })],
            text: text.into(),
            ..SourceMap::default()
        },
    }
}

/// Flat tables in which every kind of row and every variant occurs. They state nothing sensible.
pub fn everything() -> CertificateFile {
    let (s, e, n, t) = (SortRef, ExprRef, NodeRef, StepRef);
    let name = str::to_owned;
    let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    let span = |start, end| Some(Span { start, end });
    let statement = Statement {
        kind: Kind::Every,
        opaque_sorts: names(&["string"]),
        literals: names(&["\"na\\195\\175ve\""]),
        sorts: vec![
            SortRow::Int,
            SortRow::Abstract(0),
            SortRow::Opaque(0),
            SortRow::Data(2, [s(0)].into()),
            SortRow::Data(2, [s(1)].into()),
        ],
        datatypes: vec![DatatypeRow {
            name: name("list"),
            params: 1,
            ctors: vec![
                CtorRow { name: name("[]"), fields: vec![] },
                CtorRow { name: name("::"), fields: vec![s(1), s(4)] },
            ],
        }],
        exprs: vec![
            ExprRow::True,
            ExprRow::False,
            ExprRow::Nu(s(0)),
            ExprRow::Bound(0, s(0)),
            ExprRow::Local(300, s(3)),
            ExprRow::Int(-7),
            ExprRow::Literal(0, s(2)),
            ExprRow::Ctor(s(3), 1, [e(5), e(4)].into()),
            ExprRow::Fn(DefRef(0), [s(0)].into(), [e(4)].into()),
            ExprRow::PredVar(0, [e(2)].into()),
            ExprRow::Bin(Bin::Add, e(2), e(5)),
            ExprRow::Bin(Bin::Sub, e(2), e(5)),
            ExprRow::Bin(Bin::Mul, e(2), e(5)),
            ExprRow::Div(e(2), 2),
            ExprRow::Mod(e(2), 70_000),
            ExprRow::Ite(e(0), e(2), e(5)),
            ExprRow::Bin(Bin::Eq, e(2), e(5)),
            ExprRow::Bin(Bin::Le, e(2), e(5)),
            ExprRow::Bin(Bin::Lt, e(2), e(5)),
            ExprRow::Not(e(16)),
            ExprRow::Bin(Bin::And, e(16), e(17)),
            ExprRow::Bin(Bin::Or, e(16), e(17)),
            ExprRow::Bin(Bin::Imp, e(16), e(17)),
            ExprRow::Bin(Bin::Iff, e(16), e(17)),
            ExprRow::Quant(Quant::Forall, s(0), e(23)),
            ExprRow::Quant(Quant::Exists, s(0), e(23)),
            ExprRow::Int(i64::MIN),
        ],
        defs: vec![
            DefRow {
                name: name("len"),
                sort_params: 1,
                params: vec![s(4)],
                result: Some(s(0)),
                decidable: true,
                group: 0,
                body: DefBody::Cases { on: 0, cases: vec![e(5), e(10)] },
            },
            DefRow {
                name: name("small"),
                sort_params: 0,
                params: vec![s(0)],
                result: None,
                decidable: false,
                group: 1,
                body: DefBody::Direct(e(17)),
            },
            DefRow {
                name: name("hash"),
                sort_params: 0,
                params: vec![s(2)],
                result: Some(s(0)),
                decidable: false,
                group: 2,
                body: DefBody::Opaque,
            },
        ],
        axioms: vec![AxiomRow { name: name("hash_positive"), sort_params: 0, statement: e(24) }],
        types: vec![
            FunTypeRow {
                params: vec![ParamRow::Base(s(0), e(0))],
                requires: e(0),
                result: s(0),
                ensures: e(17),
            },
            FunTypeRow {
                params: vec![ParamRow::Fun(TypeRef(0))],
                requires: e(0),
                result: s(0),
                ensures: e(0),
            },
        ],
        cores: vec![
            CoreRow::Ret(e(5)),
            CoreRow::Err(s(0)),
            CoreRow::Op(Prim::IntGen),
            CoreRow::LetE(CoreRef(2), CoreRef(0)),
            CoreRow::LetV(FunRef(0), CoreRef(3)),
            CoreRow::App(FunRef(1), vec![ArgRow::Base(e(5)), ArgRow::Fun(FunRef(0)), ArgRow::Fun(FunRef(4))]),
            CoreRow::Match(
                e(4),
                vec![BranchRow { tag: 0, body: CoreRef(4) }, BranchRow { tag: 1, body: CoreRef(5) }],
            ),
            CoreRow::Op(Prim::BoolGen),
            CoreRow::Op(Prim::NatGen),
            CoreRow::Op(Prim::IntRange(e(5), e(6))),
            CoreRow::Op(Prim::OpaqueGen(s(2))),
            CoreRow::Op(Prim::Div(e(5), e(6))),
            CoreRow::Op(Prim::Mod(e(5), e(6))),
            CoreRow::Op(Prim::Eval(e(7))),
        ],
        funs: vec![
            FunRow::Var(3),
            FunRow::Global(GlobalRef(0), vec![s(0)]),
            FunRow::Lam(TypeRef(0), CoreRef(0)),
            FunRow::Fix(TypeRef(1), CoreRef(6)),
            FunRow::Global(GlobalRef(1), vec![]),
        ],
        globals: vec![
            GlobalRow {
                name: name("library"),
                sort_params: 1,
                preds: vec![vec![s(1)], vec![]],
                claim: TypeRef(0),
                body: None,
            },
            GlobalRow {
                name: name("inner"),
                sort_params: 0,
                preds: vec![],
                claim: TypeRef(0),
                body: Some(FunRef(2)),
            },
            GlobalRow {
                name: name("outer"),
                sort_params: 0,
                preds: vec![],
                claim: TypeRef(1),
                body: Some(FunRef(3)),
            },
        ],
        claim: GlobalRef(2),
    };
    let proof = Proof {
        sorts: vec![SortRow::Data(BOOL, [].into())],
        exprs: vec![ExprRow::Local(GHOST, s(5)), ExprRow::Bin(Bin::Eq, e(27), e(27)), ExprRow::Int(1 << 40)],
        types: vec![FunTypeRow { params: vec![], requires: e(28), result: s(0), ensures: e(0) }],
        lemmas: vec![LemmaRow { name: name("len_positive"), sort_params: 1, statement: e(24), proof: t(23) }],
        steps: vec![
            StepRow::Exact,
            StepRow::Intro(t(0)),
            StepRow::Split(t(0), t(1)),
            StepRow::Left(t(0)),
            StepRow::Right(t(3)),
            StepRow::Witness(e(5), t(0)),
            StepRow::Absurd(t(0)),
            StepRow::OrElim(e(21), t(0), t(1)),
            StepRow::Obtain(e(25), t(0)),
            StepRow::Inst(e(24), e(5), t(0)),
            StepRow::Apply(e(22), t(0), t(1)),
            StepRow::IffParts(e(23), t(0)),
            StepRow::NotPush(e(19), t(0)),
            StepRow::Case(e(4), vec![t(0), t(1)]),
            StepRow::Cut(e(16), t(0), t(1)),
            StepRow::IteSplit(e(15), t(0), t(1)),
            StepRow::Unfold { term: e(8), as_ctor: Some(e(7)), next: t(0) },
            StepRow::UnfoldFact { fact: e(8), as_ctor: None, next: t(0) },
            StepRow::UnfoldGoal { as_ctor: None, next: t(0) },
            StepRow::Axiom(AxiomRef(0), vec![], vec![e(5)], t(0)),
            StepRow::Have(e(16), t(0), t(1)),
            StepRow::Leaf(
                vec![e(16), e(17)],
                vec![
                    LeafRow::Literal(0),
                    LeafRow::Congruent(e(5), e(5)),
                    LeafRow::DivLow(e(13)),
                    LeafRow::DivHigh(e(13)),
                    LeafRow::Combine(vec![(1, 0), (1 << 33, 1)]),
                    LeafRow::Equal(e(2), e(5), 0, 1),
                ],
            ),
            StepRow::Induct(vec![Motive { sort: s(3), formula: e(9) }], vec![t(0), t(21)]),
            StepRow::Case(e(4), (0..23).map(StepRef).collect()),
            StepRow::Lemma(LemmaRef(0), vec![s(0)], vec![e(4)], t(0)),
        ],
        nodes: vec![
            NodeRow::TConst,
            NodeRow::TVarBase,
            NodeRow::TVarFun,
            NodeRow::TErr,
            NodeRow::TAppOp,
            NodeRow::TLetE(n(4), n(0)),
            NodeRow::TLetV(n(2), n(5)),
            NodeRow::TApp { fun: n(2), evidence: Evidence::Checked(t(24)) },
            NodeRow::TAppFun { fun: n(2), args: vec![n(2)], evidence: Evidence::CrossChecked },
            NodeRow::TMatch(0, n(6)),
            NodeRow::TMatch(1, n(8)),
            NodeRow::TMerge(n(9), n(10)),
            NodeRow::TGuard(e(16), n(11)),
            NodeRow::TSub { target: e(17), from: n(12), evidence: Evidence::Solver },
            NodeRow::TEq { target: e(17), from: n(13), evidence: Evidence::Checked(t(23)) },
            NodeRow::TFun(TypeRef(0), n(0)),
            NodeRow::TFix { claim: TypeRef(1), measure: vec![e(2), e(29)], body: n(14) },
            NodeRow::TFixRank { claim: TypeRef(1), rank: e(2), body: n(16) },
            NodeRow::TPolyType(n(17)),
            NodeRow::TPolyPred(n(18), vec![e(28)]),
            NodeRow::SubArr { target: TypeRef(2), from: n(19), evidence: Evidence::Checked(t(0)) },
            NodeRow::TMerge(n(20), n(7)),
            NodeRow::TMerge(n(21), n(1)),
            NodeRow::TMerge(n(22), n(3)),
        ],
        derivations: vec![None, Some(n(15)), Some(n(23))],
    };
    let query = |text: QueryText| QueryLog {
        solver: name("cvc5"),
        version: name("1.0.3"),
        query: text,
        core: names(&["goal", "len_1"]),
        instances: names(&["len (x :: l)"]),
    };
    CertificateFile {
        meta: Meta { producer: name("covenant 0.1.0"), kernel: name("0.1.0") },
        certificate: Certificate { statement, proof },
        log: SolverLog {
            conditions: vec![
                ConditionLog {
                    vc: 0,
                    node: n(13),
                    evidence: EvidenceKind::Solver,
                    queries: vec![query(QueryText::Text(name("(check-sat)")))],
                },
                ConditionLog {
                    vc: 1,
                    node: n(8),
                    evidence: EvidenceKind::CrossChecked,
                    queries: vec![query(QueryText::Hash(ContentHash::of_bytes(b"(exit)")))],
                },
                ConditionLog { vc: 4, node: n(14), evidence: EvidenceKind::Checked, queries: vec![] },
            ],
            lemmas: vec![LemmaLog { lemma: LemmaRef(0), queries: vec![] }],
        },
        source: SourceMap {
            file: name("outer.ml"),
            text: "let rec outer f = …\n".into(),
            beside: false,
            datatypes: vec![span(0, 3)],
            defs: vec![DefSource {
                span: span(4, 7),
                params: names(&["l"]),
                fields: vec![vec![], names(&["x", "rest"])],
            }],
            axioms: vec![None],
            globals: vec![
                GlobalSource::default(),
                GlobalSource::default(),
                GlobalSource {
                    span: span(0, 22),
                    claim: None,
                    params: names(&["f"]),
                    sort_params: names(&["'a"]),
                    preds: names(&["P"]),
                },
            ],
            cores: vec![CoreSource { span: span(18, 21), binders: vec![names(&["x"])] }],
            funs: vec![FunSource { span: None, name: Some(name("outer")), params: names(&["f"]) }],
            lemmas: vec![span(0, 0)],
            nodes: vec![None, span(8, 13)],
            binders: vec![(e(24), name("x")), (e(25), name("y"))],
            type_params: vec![(TypeRef(1), names(&["f"]))],
        },
    }
}

/// As [`everything`], of another kind, with every variant of a node that only such files have.
pub fn everything_of(kind: Kind) -> CertificateFile {
    let mut file = everything();
    let (n, e, t) = (NodeRef(0), ExprRef(0), TypeRef(0));
    let evidence = || Evidence::Solver;
    file.certificate.statement.kind = kind;
    file.certificate.proof.nodes.extend([
        NodeRow::ORet,
        NodeRow::OErr,
        NodeRow::OAppOp,
        NodeRow::OLetE(n, n),
        NodeRow::OLetV(n, n),
        NodeRow::OMatch(vec![n, n]),
        NodeRow::OGuard(e, n),
        NodeRow::OSub { target: e, from: n, evidence: evidence() },
        NodeRow::OApp { fun: n, evidence: evidence() },
        NodeRow::OAppFun { fun: n, args: vec![n], evidence: evidence() },
        NodeRow::OVarFun,
        NodeRow::OFun(t, n),
        NodeRow::OFix(t, n),
        NodeRow::OSubArr { target: t, from: n, evidence: evidence() },
        NodeRow::TExactly(n, n),
    ]);
    file
}
