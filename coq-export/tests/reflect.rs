//! A certificate by reflection, and the theorem in plain terms that is proved from it.

use covenant_certificates::{CertificateFile, Meta, SolverLog, SourceMap};
use covenant_coq_export::reflect::{Refused, Wanted, Written, reflect, reflect_as, refused};
use covenant_coq_export::{Exported, Outcome, Rocq};
use covenant_kernel::tables::*;
use std::path::Path;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(600);

/// `fun (p0 : {v:int | 0 <= v}) -> int_gen ()` covers `[v:int | exists l:int list. v = len l]`, where `len` is defined on lists of
/// anything.
fn certificate() -> CertificateFile {
    let (int, any, list, ints) = (SortRef(0), SortRef(1), SortRef(2), SortRef(3));
    let (truth, zero, one, nu) = (ExprRef(0), ExprRef(1), ExprRef(2), ExprRef(6));
    let len = |sort, of| ExprRow::Fn(DefRef(0), [sort].into(), [of].into());
    let exprs = vec![
        ExprRow::True,
        ExprRow::Int(0),
        ExprRow::Int(1),
        ExprRow::Local(2, list),
        len(any, ExprRef(3)),
        ExprRow::Bin(Bin::Add, one, ExprRef(4)),
        ExprRow::Nu(int),
        ExprRow::Bin(Bin::Le, zero, nu),
        ExprRow::Bound(0, ints),
        len(int, ExprRef(8)),
        ExprRow::Bin(Bin::Eq, nu, ExprRef(9)),
        ExprRow::Quant(Quant::Exists, ints, ExprRef(10)),
    ];
    let constructor = |name: &str, fields: Vec<SortRef>| CtorRow { name: name.into(), fields };
    let simple =
        FunTypeRow { params: vec![ParamRow::Base(int, truth)], requires: truth, result: int, ensures: truth };
    let claim =
        FunTypeRow { params: vec![ParamRow::Base(int, ExprRef(7))], ensures: ExprRef(11), ..simple.clone() };
    let statement = Statement {
        kind: Kind::Every,
        opaque_sorts: vec![],
        literals: vec![],
        sorts: vec![
            SortRow::Int,
            SortRow::Abstract(0),
            SortRow::Data(FIRST_DATATYPE, [any].into()),
            SortRow::Data(FIRST_DATATYPE, [int].into()),
        ],
        datatypes: vec![DatatypeRow {
            name: "chain".into(),
            params: 1,
            ctors: vec![constructor("End", vec![]), constructor("Link", vec![any, list])],
        }],
        exprs,
        defs: vec![DefRow {
            name: "len".into(),
            sort_params: 1,
            params: vec![list],
            result: Some(int),
            decidable: true,
            group: 0,
            body: DefBody::Cases { on: 0, cases: vec![zero, ExprRef(5)] },
        }],
        axioms: vec![],
        types: vec![claim, simple],
        cores: vec![CoreRow::Op(Prim::IntGen)],
        funs: vec![FunRow::Lam(TypeRef(1), CoreRef(0))],
        globals: vec![GlobalRow {
            name: "lengths".into(),
            sort_params: 0,
            preds: vec![],
            claim: TypeRef(0),
            body: Some(FunRef(0)),
        }],
        claim: GlobalRef(0),
    };
    let evidence = Evidence::Checked(StepRef(2));
    let proof = Proof {
        sorts: vec![],
        exprs: vec![],
        types: vec![],
        lemmas: vec![],
        steps: vec![StepRow::Exact, StepRow::Intro(StepRef(0)), StepRow::Intro(StepRef(1))],
        nodes: vec![
            NodeRow::TAppOp,
            NodeRow::TSub { target: ExprRef(11), from: NodeRef(0), evidence },
            NodeRow::TFun(TypeRef(0), NodeRef(1)),
        ],
        derivations: vec![Some(NodeRef(2))],
    };
    let meta = Meta { producer: "tests".into(), kernel: "0.1.0".into() };
    let certificate = Certificate { statement, proof };
    CertificateFile { meta, certificate, log: SolverLog::default(), source: SourceMap::default() }
}

#[test]
fn a_reflected_claim_is_proved_in_plain_terms() {
    let file = certificate();
    let (mut exported, written) = reflect(&[&file], true);
    assert_eq!(written, [Written::Plain("plain_0.claim_0_lengths".into())]);
    let theorem = "Theorem claim_0_lengths :\n  forall (p0 : Z),\n  (0 <= p0) ->\n  forall v : Z,\n  (exists z1 : (chain Z), v = (len z1)) ->\n  Bridge.can_return deep_0.statement [Bridge.to p0] (Bridge.to v).";
    assert!(exported.text.contains(theorem), "{}", exported.text);
    let rocq = Rocq::prepare_verified(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("plain");
    std::fs::create_dir_all(&folder).expect("a folder");
    let replay = |exported: &Exported| rocq.replay(exported, &folder, LIMIT).expect("coqc runs").outcome;
    assert_eq!(replay(&exported), Outcome::Replayed);
    // A theorem that says more than the claim is not proved.
    exported.text = exported.text.replace("(0 <= p0) ->", "(-5 <= p0) ->");
    let outcome = replay(&exported);
    let Outcome::Failed { lemma, .. } = &outcome else { panic!("{outcome:?}") };
    assert_eq!(refused(lemma), Some(Refused::Plain(0)), "{outcome:?}");
}

/// The same with an opaque sort, a datatype inside another one's parameters, definitions that call each other, a predicate variable
/// and a function as a parameter: `fun (f : nat -> [v:int | 0 <= v]) (s : {v:string | P v}) (p2 : {v:int | 0 <= v}) -> int_gen ()`
/// covers `[v:int | exists r:rose. v = size r]`.
fn with_functions() -> CertificateFile {
    let mut file = certificate();
    let Certificate { statement, proof } = &mut file.certificate;
    let (int, truth, zero, one, nu, natural) =
        (SortRef(0), ExprRef(0), ExprRef(1), ExprRef(2), ExprRef(6), ExprRef(7));
    let (string, rose, roses) = (SortRef(4), SortRef(5), SortRef(6));
    statement.opaque_sorts.push("string".into());
    let rows = [SortRow::Opaque(0), SortRow::Data(FIRST_DATATYPE + 1, [].into())];
    statement.sorts.extend(rows.into_iter().chain([SortRow::Data(FIRST_DATATYPE, [rose].into())]));
    statement.datatypes.push(DatatypeRow {
        name: "rose".into(),
        params: 0,
        ctors: vec![CtorRow { name: "Rose".into(), fields: vec![roses] }],
    });
    let call = |d: u32, of: u32| ExprRow::Fn(DefRef(d), [].into(), [ExprRef(of)].into());
    statement.exprs.extend([
        ExprRow::Local(1, roses),
        call(2, 12),
        ExprRow::Bin(Bin::Add, one, ExprRef(13)),
        ExprRow::Local(1, rose),
        ExprRow::Local(2, roses),
        call(1, 15),
        call(2, 16),
        ExprRow::Bin(Bin::Add, ExprRef(17), ExprRef(18)),
        ExprRow::Bound(0, rose),
        call(1, 20),
        ExprRow::Bin(Bin::Eq, nu, ExprRef(21)),
        ExprRow::Quant(Quant::Exists, rose, ExprRef(22)),
        ExprRow::Nu(string),
        ExprRow::PredVar(0, [ExprRef(24)].into()),
    ]);
    let size = |name: &str, of, cases| DefRow {
        name: name.into(),
        sort_params: 0,
        params: vec![of],
        result: Some(int),
        decidable: true,
        group: 1,
        body: DefBody::Cases { on: 0, cases },
    };
    statement.defs.push(size("size", rose, vec![ExprRef(14)]));
    statement.defs.push(size("sizes", roses, vec![zero, ExprRef(19)]));
    let ty = |params, ensures| FunTypeRow { params, requires: truth, result: int, ensures };
    let all = |function, s, p2| {
        vec![ParamRow::Fun(TypeRef(function)), ParamRow::Base(string, s), ParamRow::Base(int, p2)]
    };
    let anything = ty(vec![ParamRow::Base(int, truth)], truth);
    let naturals = ty(vec![ParamRow::Base(int, natural)], natural);
    statement.types = vec![
        anything,
        naturals,
        ty(all(1, ExprRef(25), natural), ExprRef(23)),
        ty(all(0, truth, truth), truth),
    ];
    statement.funs = vec![FunRow::Lam(TypeRef(3), CoreRef(0))];
    statement.globals[0].preds = vec![vec![string]];
    statement.globals[0].claim = TypeRef(2);
    proof.nodes[1] =
        NodeRow::TSub { target: ExprRef(23), from: NodeRef(0), evidence: Evidence::Checked(StepRef(2)) };
    proof.nodes[2] = NodeRow::TFun(TypeRef(2), NodeRef(1));
    file
}

#[test]
fn functions_and_opaque_sorts_are_in_plain_terms() {
    let file = with_functions();
    let (mut exported, written) = reflect(&[&file], true);
    assert_eq!(written, [Written::Plain("plain_0.claim_0_lengths".into())]);
    let theorem = "Theorem claim_0_lengths :\n  forall (P : string -> Prop) (p0 : Prog.clo) (p1 : string) (p2 : Z),\n  (forall p1_0 : Z, (0 <= p1_0) -> forall v : Z, (0 <= v) -> Bridge.returns the_machine p0 [Prog.SV (Bridge.to p1_0)] (Bridge.to v)) ->\n  ((P p1)) ->\n  (0 <= p2) ->\n  forall v : Z,\n  (exists z3 : rose, v = (size z3)) ->\n  Bridge.claim_returns the_machine [Prog.SF p0; Prog.SV (Bridge.to p1); Prog.SV (Bridge.to p2)] (Bridge.to v).";
    assert!(exported.text.contains(theorem), "{}", exported.text);
    let rocq = Rocq::prepare_verified(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("functions");
    std::fs::create_dir_all(&folder).expect("a folder");
    let replay = |exported: &Exported| rocq.replay(exported, &folder, LIMIT).expect("coqc runs").outcome;
    assert_eq!(replay(&exported), Outcome::Replayed);
    // Less is asked of the function than the claim asks.
    exported.text = exported.text.replace("(0 <= p1_0) ->", "(1 <= p1_0) ->");
    let outcome = replay(&exported);
    assert!(matches!(outcome, Outcome::Failed { .. }), "{outcome:?}");
}

#[test]
fn what_has_no_plain_theorem_is_named() {
    let mut file = certificate();
    let constructor = |i: u32| CtorRow { name: format!("C{i}"), fields: vec![] };
    let many = DatatypeRow { name: "many".into(), params: 0, ctors: (0..30).map(constructor).collect() };
    file.certificate.statement.datatypes.push(many);
    let (exported, written) = reflect(&[&file], true);
    let [Written::Deep(Some(why))] = &written[..] else { panic!("{written:?}") };
    assert!(
        why.contains("a datatype with many constructors") && why.contains("`covenant replay --script`"),
        "{why}"
    );
    assert!(!exported.text.contains("plain_0"));
    assert_eq!(reflect(&[&file], false).1, [Written::Deep(None)]);
}

#[test]
fn declarations_say_which_certificate_they_are_about() {
    for (declaration, about) in [
        ("claim_3", Some(Refused::Certificate(3))),
        ("certificate_12", Some(Refused::Certificate(12))),
        ("claim_4_def_2_means", Some(Refused::Plain(4))),
        ("claim_4_statement", Some(Refused::Plain(4))),
        ("every_claim", None),
    ] {
        assert_eq!(refused(declaration), about);
    }
}

/// `fun (p0 : {v:int | 0 <= v}) -> int_gen ()` returns exactly the integers.
fn exactly() -> CertificateFile {
    let mut file = certificate();
    let Certificate { statement, proof } = &mut file.certificate;
    statement.kind = Kind::Exactly;
    statement.types[0].ensures = ExprRef(0);
    proof.nodes = vec![
        NodeRow::TAppOp,
        NodeRow::TFun(TypeRef(0), NodeRef(0)),
        NodeRow::OAppOp,
        NodeRow::OFun(TypeRef(0), NodeRef(2)),
        NodeRow::TExactly(NodeRef(1), NodeRef(3)),
    ];
    proof.steps.clear();
    proof.derivations = vec![Some(NodeRef(4))];
    file
}

#[test]
fn both_directions_are_in_plain_terms() {
    let exactly = exactly();
    let mut only = exactly.clone();
    only.certificate.statement.kind = Kind::Only;
    only.certificate.proof.nodes.drain(..2);
    only.certificate.proof.nodes.pop();
    only.certificate.proof.nodes[1] = NodeRow::OFun(TypeRef(0), NodeRef(0));
    only.certificate.proof.derivations = vec![Some(NodeRef(1))];
    let (mut exported, written) = reflect(&[&exactly, &only], true);
    assert_eq!(
        written,
        [0, 1].map(|i| Written::Plain(format!("plain_{i}.claim_{i}_lengths"))),
        "{}",
        exported.text
    );
    let every =
        "forall v : Z,\n  (True) ->\n  Bridge.can_return deep_0.statement [Bridge.to p0] (Bridge.to v)";
    let no_other =
        |i: u32| format!("Bridge.returns_only deep_{i}.statement [Bridge.to p0] (fun v : Z =>\n  True)");
    let both = format!("({every}) /\\\n  {}.", no_other(0));
    let theorems = [both, format!("(0 <= p0) ->\n  {}.", no_other(1))];
    assert!(theorems.iter().all(|theorem| exported.text.contains(theorem)), "{}", exported.text);
    let rocq = Rocq::prepare_verified(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a working Rocq");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("directions");
    std::fs::create_dir_all(&folder).expect("a folder");
    let replay = |exported: &Exported| rocq.replay(exported, &folder, LIMIT).expect("coqc runs").outcome;
    assert_eq!(replay(&exported), Outcome::Replayed);
    // It returns other values, too.
    exported.text = exported.text.replace("(fun v : Z =>\n  True)", "(fun v : Z =>\n  0 <= v)");
    let outcome = replay(&exported);
    let Outcome::Failed { lemma, .. } = &outcome else { panic!("{outcome:?}") };
    assert_eq!(refused(lemma), Some(Refused::Plain(0)), "{outcome:?}");
    // What says only one direction is not taken for the other.
    let (_, written) =
        reflect_as(&[&exactly, &only], |i| if i == 0 { Wanted::Nothing } else { Wanted::Deep });
    assert_eq!(written, [Written::Nothing, Written::Deep(None)]);
}
