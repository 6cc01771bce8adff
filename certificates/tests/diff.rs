//! What a diff says about changes that were made on purpose.

mod common;

use common::disguise::disguised;
use common::{constant, everything};
use covenant_certificates::diff::*;
use covenant_certificates::*;
use covenant_kernel::rules::Rule;
use covenant_kernel::tables::*;

fn side(file: &CertificateFile) -> Side<'_> {
    Side { file, conditions: &[] }
}

fn diff(old: &CertificateFile, new: &CertificateFile) -> ClaimDiff {
    diff_claim(side(old), side(new)).unwrap()
}

/// The diff of a certificate and a changed copy of it.
fn changed(file: CertificateFile, change: impl FnOnce(&mut CertificateFile)) -> ClaimDiff {
    let mut new = file.clone();
    change(&mut new);
    diff(&file, &new)
}

fn rows(diff: &ClaimDiff) -> Vec<(u32, Change)> {
    assert_eq!(diff.derivations.len(), 1, "one derivation changed");
    let rows = &diff.derivations[0].rows;
    rows.iter().map(|row| (row.depth, row.change.clone())).collect()
}

#[test]
fn equal_certificates_have_no_difference() {
    for file in [constant(), everything()] {
        for other in [file.clone(), disguised(&file)] {
            let diff = diff(&file, &other);
            assert_eq!(diff.findings(), []);
            assert!(diff.same_certificate());
            assert!(diff.conditions.is_empty() && diff.derivations.is_empty());
        }
    }
}

#[test]
fn a_changed_claim() {
    let diff = changed(constant(), |f| {
        // Claims `v <= 7` now; the proof is kept and does not fit.
        f.certificate.statement.exprs.push(ExprRow::Bin(Bin::Le, ExprRef(1), ExprRef(2)));
        f.certificate.statement.types[0].ensures = ExprRef(4);
    });
    assert!(diff.spec.changed && diff.spec.claimed_type);
    assert_eq!(diff.spec.through, []);
    assert_eq!(
        diff.program,
        [GlobalChange {
            name: "seven".to_owned(),
            fate: Fate::Changed,
            body: false,
            claimed_type: true,
            old: Some(GlobalRef(0)),
            new: Some(GlobalRef(0)),
        }]
    );
    // The type is part of `TFun`.
    assert_eq!(diff.findings(), [Finding::Spec, Finding::Derivation]);
    assert_eq!(
        rows(&diff),
        [
            (0, Change::Changed { old: NodeRef(2), new: NodeRef(2), what: vec![NodeDelta::Type] }),
            (1, Change::Same { old: NodeRef(1), new: NodeRef(1), nodes: 2 }),
        ]
    );
}

#[test]
fn a_changed_definition_changes_the_claims_that_use_it() {
    let with_definition = |body: u32, used: bool| {
        let mut file = constant();
        let statement = &mut file.certificate.statement;
        statement.defs.push(DefRow {
            name: "small".to_owned(),
            sort_params: 0,
            params: vec![SortRef(0)],
            result: None,
            decidable: true,
            group: 0,
            body: DefBody::Direct(ExprRef(body)),
        });
        statement.exprs.push(ExprRow::Fn(DefRef(0), [].into(), [ExprRef(1)].into()));
        if used {
            statement.types[0].ensures = ExprRef(4);
        }
        file
    };
    let change = DeclarationChange {
        kind: DeclarationKind::Definition,
        name: "small".to_owned(),
        fate: Fate::Changed,
    };
    let used = diff(&with_definition(0, true), &with_definition(3, true));
    assert_eq!(used.theory, std::slice::from_ref(&change));
    assert_eq!(used.spec.through, std::slice::from_ref(&change));
    assert!(used.spec.changed && !used.spec.claimed_type);
    assert_eq!(used.findings(), [Finding::Spec, Finding::Theory]);

    let unused = diff(&with_definition(0, false), &with_definition(3, false));
    assert_eq!(unused.theory, [change]);
    assert!(!unused.spec.changed);
    assert_eq!(unused.findings(), [Finding::Theory]);
    assert_ne!(unused.statement.old, unused.statement.new);
}

#[test]
fn a_changed_program() {
    let diff = changed(constant(), |f| {
        f.certificate.statement.exprs.push(ExprRow::Int(8));
        f.certificate.statement.cores[0] = CoreRow::Ret(ExprRef(4));
    });
    assert_eq!(diff.findings(), [Finding::Program]);
    assert!(diff.program[0].body && !diff.program[0].claimed_type);
    assert!(!diff.spec.changed);
}

#[test]
fn coverage_given_up() {
    let equivalent = |f: &mut CertificateFile| {
        f.certificate.proof.nodes[1] =
            NodeRow::TEq { target: ExprRef(3), from: NodeRef(0), evidence: Evidence::Checked(StepRef(2)) };
    };
    let mut old = constant();
    equivalent(&mut old);
    let given_up = diff(&old, &constant());
    let pair = Pair { old: NodeRef(1), new: NodeRef(1) };
    assert_eq!(given_up.coverage_given_up, [pair]);
    assert_eq!(given_up.findings(), [Finding::Derivation, Finding::Coverage]);
    let rule = NodeDelta::Rule { old: Rule::TEq, new: Rule::TSub };
    assert_eq!(
        rows(&given_up),
        [
            (0, Change::Changed { old: NodeRef(2), new: NodeRef(2), what: vec![] }),
            (1, Change::Changed { old: NodeRef(1), new: NodeRef(1), what: vec![rule] }),
            (2, Change::Same { old: NodeRef(0), new: NodeRef(0), nodes: 1 }),
        ]
    );
    let regained = changed(constant(), equivalent);
    assert_eq!(regained.coverage_regained, [pair]);
    assert_eq!(regained.findings(), [Finding::Derivation]);
}

#[test]
fn weaker_evidence() {
    let by_solver = |f: &mut CertificateFile| {
        f.certificate.proof.nodes[1] =
            NodeRow::TSub { target: ExprRef(3), from: NodeRef(0), evidence: Evidence::Solver };
        f.log.conditions[0].evidence = EvidenceKind::Solver;
    };
    let weaker = changed(constant(), by_solver);
    assert_eq!(
        weaker.weakened,
        [EvidenceChange {
            node: Pair { old: NodeRef(1), new: NodeRef(1) },
            evidence: Pair { old: EvidenceKind::Checked, new: EvidenceKind::Solver },
        }]
    );
    assert_eq!(weaker.weakest.new, Some(EvidenceKind::Solver));
    assert_eq!(weaker.findings(), [Finding::Derivation, Finding::Condition, Finding::Weaker]);
    assert_eq!(weaker.conditions[0].what, [ConditionDelta::Evidence]);

    let mut old = constant();
    by_solver(&mut old);
    let stronger = diff(&old, &constant());
    assert_eq!(stronger.strengthened.len(), 1);
    assert!(!stronger.findings().contains(&Finding::Weaker));
}

/// A condition that was not there before and that only a solver vouches for.
#[test]
fn new_conditions_with_weak_evidence_are_weaker_too() {
    let diff = changed(constant(), |f| {
        let proof = &mut f.certificate.proof;
        proof.nodes[2] = NodeRow::TEq { target: ExprRef(3), from: NodeRef(1), evidence: Evidence::Solver };
        proof.nodes.push(NodeRow::TFun(TypeRef(0), NodeRef(2)));
        proof.derivations = vec![Some(NodeRef(3))];
    });
    assert_eq!(diff.weakened, []);
    assert!(diff.findings().contains(&Finding::Weaker));
    assert_eq!(
        rows(&diff),
        [
            (0, Change::Changed { old: NodeRef(2), new: NodeRef(3), what: vec![] }),
            (1, Change::Wrapped { new: NodeRef(2) }),
            (2, Change::Same { old: NodeRef(1), new: NodeRef(1), nodes: 2 }),
        ]
    );
    assert_eq!(diff.conditions.len(), 1);
    assert_eq!(diff.conditions[0].fate, Fate::Added);
    assert_eq!(diff.conditions[0].new.as_ref().unwrap().node, NodeRef(2));
}

/// `TFun` over a merge of these branches of a match.
fn with_branches(branches: &[(u32, NodeRow)]) -> CertificateFile {
    let mut file = constant();
    file.log = SolverLog::default();
    let proof = &mut file.certificate.proof;
    proof.nodes.clear();
    let mut merged = None;
    for (branch, leaf) in branches {
        proof.nodes.push(leaf.clone());
        let leaf = NodeRef(proof.nodes.len() as u32 - 1);
        proof.nodes.push(NodeRow::TMatch(*branch, leaf));
        let this = NodeRef(proof.nodes.len() as u32 - 1);
        merged = Some(match merged {
            None => this,
            Some(before) => {
                proof.nodes.push(NodeRow::TMerge(before, this));
                NodeRef(proof.nodes.len() as u32 - 1)
            }
        });
    }
    proof.nodes.push(NodeRow::TFun(TypeRef(0), merged.unwrap()));
    proof.derivations = vec![Some(NodeRef(proof.nodes.len() as u32 - 1))];
    file.source.nodes.clear();
    file
}

fn kinds(diff: &ClaimDiff) -> Vec<(u32, &'static str)> {
    let kind = |change: Change| match change {
        Change::Same { .. } => "same",
        Change::Changed { .. } => "changed",
        Change::Merged { .. } => "merged",
        Change::Wrapped { .. } => "wrapped",
        Change::Unwrapped { .. } => "unwrapped",
        Change::Added { .. } => "added",
        Change::Removed { .. } => "removed",
        Change::Repeated { .. } => "repeated",
    };
    rows(diff).into_iter().map(|(depth, change)| (depth, kind(change))).collect()
}

#[test]
fn alternatives_match_whatever_their_order() {
    use NodeRow::{TConst, TErr, TVarBase};
    let old = with_branches(&[(0, TConst), (1, TVarBase), (2, TConst)]);
    // One branch put in front, one gone, one changed, the merges nested otherwise.
    let new = with_branches(&[(3, TConst), (2, TConst), (1, TErr)]);
    let there = diff(&old, &new);
    assert_eq!(
        kinds(&there),
        [
            (0, "changed"),
            (1, "merged"),
            (2, "changed"), // branch 0 became 3: the same rule, nothing else left to match it
            (3, "same"),
            (2, "same"),
            (2, "changed"),
            (3, "removed"),
            (3, "added"),
        ]
    );
    assert_eq!(
        rows(&there)[2].1,
        Change::Changed {
            old: NodeRef(1),
            new: NodeRef(1),
            what: vec![NodeDelta::Branch { old: 0, new: 3 }]
        }
    );

    // Changed alternatives are matched by their branch.
    let two = with_branches(&[(0, TConst), (1, TVarBase)]);
    let swapped = with_branches(&[(1, TErr), (0, TErr)]);
    let matched: Vec<_> = rows(&diff(&two, &swapped))
        .into_iter()
        .filter(|(depth, _)| *depth == 2)
        .map(|(_, change)| change)
        .collect();
    assert_eq!(
        matched,
        [
            Change::Changed { old: NodeRef(3), new: NodeRef(1), what: vec![] },
            Change::Changed { old: NodeRef(1), new: NodeRef(3), what: vec![] },
        ]
    );

    let more = with_branches(&[(0, TConst), (1, TVarBase), (2, TConst), (3, TErr)]);
    assert_eq!(
        kinds(&diff(&old, &more)),
        [(0, "changed"), (1, "merged"), (2, "same"), (2, "same"), (2, "same"), (2, "added")]
    );
    assert_eq!(
        kinds(&diff(&more, &old)),
        [(0, "changed"), (1, "merged"), (2, "same"), (2, "same"), (2, "same"), (2, "removed")]
    );
    let one = with_branches(&[(1, TVarBase)]);
    assert_eq!(
        kinds(&diff(&one, &old)),
        [(0, "changed"), (1, "merged"), (2, "added"), (2, "same"), (2, "added")]
    );
}

#[test]
fn lemmas_come_go_and_change() {
    let change = |kind, fate| vec![DeclarationChange { kind, name: "len_positive".to_owned(), fate }];
    let proof = changed(everything(), |f| f.certificate.proof.lemmas[0].proof = StepRef(0));
    assert_eq!(proof.lemmas, change(DeclarationKind::LemmaProof, Fate::Changed));
    assert_eq!(proof.findings(), [Finding::Lemma], "the node uses what the lemma states");
    let statement = changed(everything(), |f| {
        f.certificate.proof.lemmas[0].statement = ExprRef(25);
    });
    assert_eq!(statement.lemmas, change(DeclarationKind::Lemma, Fate::Changed));
    let without = |f: &mut CertificateFile| {
        f.certificate.proof.lemmas.clear();
        f.certificate.proof.steps[24] = StepRow::Exact;
        f.log.lemmas.clear();
        f.source.lemmas.clear();
    };
    let lost = changed(everything(), without);
    assert_eq!(lost.lemmas, change(DeclarationKind::Lemma, Fate::Removed));
    assert!(lost.conditions.iter().any(|c| c.what == [ConditionDelta::Proof]));
    let mut old = everything();
    without(&mut old);
    let gained = diff(&old, &everything());
    assert_eq!(gained.lemmas, change(DeclarationKind::Lemma, Fate::Added));
}

#[test]
fn assumptions_gained_and_lost() {
    let assumption = |kind, name: &str| Assumption { kind, name: name.to_owned() };
    let without = |f: &mut CertificateFile| {
        let Certificate { statement, proof } = &mut f.certificate;
        // No axiom used, nothing undeclared, no library called.
        proof.steps[19] = StepRow::Exact;
        statement.defs[2].body = DefBody::Direct(ExprRef(2));
        statement.globals[0].body = Some(FunRef(0));
    };
    let all = [
        assumption(AssumptionKind::Axiom, "hash_positive"),
        assumption(AssumptionKind::Symbol, "hash"),
        assumption(AssumptionKind::Library, "library"),
    ];
    let lost = changed(everything(), without);
    assert_eq!(lost.assumptions.lost, all);
    assert!(!lost.findings().contains(&Finding::Assumption));
    let mut old = everything();
    without(&mut old);
    let gained = diff(&old, &everything());
    assert_eq!(gained.assumptions.gained, all);
    assert!(gained.findings().contains(&Finding::Assumption));
    let other = changed(everything(), |f| {
        f.certificate.statement.axioms[0].statement = ExprRef(25);
    });
    assert_eq!(other.assumptions.changed, [assumption(AssumptionKind::Axiom, "hash_positive")]);
    assert!(other.findings().contains(&Finding::Assumption));
}

#[test]
fn another_unsat_core_of_the_same_derivation() {
    let diff = changed(constant(), |f| {
        let query = &mut f.log.conditions[0].queries[0];
        query.core = vec!["hypothesis".to_owned()];
        query.instances = vec!["len []".to_owned()];
        query.version = "4.13.0".to_owned();
    });
    assert!(diff.same_certificate());
    assert_eq!(diff.findings(), [Finding::Condition, Finding::Core]);
    let condition = &diff.conditions[0];
    assert_eq!(condition.what, [ConditionDelta::Solver, ConditionDelta::Core, ConditionDelta::Instances]);
    assert_eq!(condition.core.gained, ["hypothesis"]);
    assert_eq!(condition.core.lost, ["goal"]);
    assert_eq!(condition.instances.gained, ["len []"]);
}

/// A hash of a query is as good as its text.
#[test]
fn logs_with_and_without_query_texts_compare() {
    let diff = changed(constant(), |f| {
        let query = &mut f.log.conditions[0].queries[0];
        query.query = QueryText::Hash(query.query.hash());
    });
    assert_eq!(diff.findings(), []);
}

#[test]
fn conditions_in_words() {
    let text = |text: &str| [ConditionText { vc: 0, node: NodeRef(1), text: text.to_owned() }];
    let (old, new) = (text("7 = 7"), text("n = 7"));
    let file = constant();
    let with = |conditions| Side { file: &file, conditions };
    let diff = diff_claim(with(&old), with(&new)).unwrap();
    assert_eq!(diff.conditions.len(), 1);
    assert_eq!(diff.conditions[0].what, [ConditionDelta::Statement]);
    assert_eq!(diff.conditions[0].new.as_ref().unwrap().text.as_deref(), Some("n = 7"));
    assert!(diff_claim(with(&old), with(&old)).unwrap().conditions.is_empty());
}

#[test]
fn sets_of_claims() {
    let named = |file: &str, claim: &str| {
        let mut certificate = constant();
        certificate.source.file = file.to_owned();
        certificate.certificate.statement.globals[0].name = claim.to_owned();
        certificate
    };
    let old = [named("a.ml", "f"), named("a.ml", "g"), named("b.ml", "h"), named("c.ml", "i")];
    let new = [named("a.ml", "g"), named("a.ml", "f"), named("renamed.ml", "h"), named("d.ml", "j")];
    let sides = |files: &'static [CertificateFile]| files.iter().map(side).collect::<Vec<_>>();
    let old: &'static [_] = Box::leak(Box::new(old));
    let new: &'static [_] = Box::leak(Box::new(new));
    let diff = diff_sets(&sides(old), &sides(new)).unwrap();
    let id = |file: &str, claim: &str| ClaimId { file: file.to_owned(), claim: claim.to_owned() };
    assert_eq!(diff.added, [id("d.ml", "j")]);
    assert_eq!(diff.removed, [id("c.ml", "i")]);
    let claims: Vec<_> = diff.claims.iter().map(|c| c.claim.as_str()).collect();
    assert_eq!(claims, ["f", "g", "h"]);
    assert_eq!(diff.findings(), [Finding::Removed, Finding::Added]);
}

#[test]
fn findings_have_names() {
    for finding in Finding::ALL {
        assert_eq!(Finding::from_name(finding.name()), Some(finding));
        assert_eq!(serde_json::to_value(finding).unwrap(), finding.name());
    }
    assert_eq!(Finding::from_name("everything"), None);
}

#[test]
fn diffs_are_plain_data() {
    let diff = changed(constant(), |f| f.certificate.proof.nodes[0] = NodeRow::TErr);
    let json = serde_json::to_value(&diff).unwrap();
    assert_eq!(json["derivations"][0]["rows"][0]["change"], "changed");
    assert_eq!(json["derivations"][0]["rows"][2]["change"], "removed");
    assert_eq!(json["certificate"]["new"].as_str().unwrap().len(), 64);
}

/// Deep derivations, and derivations that share rows so that they have 2^100 paths.
#[test]
fn deep_and_shared_derivations() {
    let tower = |leaf: NodeRow, levels: u32, level: fn(NodeRef) -> NodeRow| {
        let mut file = constant();
        file.log = SolverLog::default();
        file.source.nodes.clear();
        let proof = &mut file.certificate.proof;
        proof.nodes = vec![leaf];
        proof.nodes.extend((0..levels).map(|i| level(NodeRef(i))));
        proof.derivations = vec![Some(NodeRef(levels))];
        file
    };
    let lets: fn(NodeRef) -> NodeRow = |node| NodeRow::TLetE(node, node);
    let shared = diff(&tower(NodeRow::TConst, 100, lets), &tower(NodeRow::TErr, 100, lets));
    assert_eq!(shared.derivations[0].rows.len(), 202);
    let merges: fn(NodeRef) -> NodeRow = |node| NodeRow::TMerge(node, node);
    let merged = diff(&tower(NodeRow::TConst, 100, merges), &tower(NodeRow::TErr, 100, merges));
    assert!(merged.derivations[0].rows.len() < 1_000);

    let guards: fn(NodeRef) -> NodeRow = |node| NodeRow::TGuard(ExprRef(0), node);
    let levels = 150_000;
    let mut old = tower(NodeRow::TConst, levels, guards);
    let mut new = tower(NodeRow::TErr, levels, guards);
    // At the very bottom, below what is listed, evidence became weaker.
    for (file, evidence) in [(&mut old, Evidence::Checked(StepRef(0))), (&mut new, Evidence::Solver)] {
        file.certificate.proof.nodes[1] = NodeRow::TSub { target: ExprRef(0), from: NodeRef(0), evidence };
    }
    let deep = diff(&old, &new);
    assert!(deep.derivations[0].cut);
    assert_eq!(deep.weakened.len(), 1);
    assert_eq!(deep.conditions.len(), 1);
}
