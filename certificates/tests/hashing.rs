//! Content hashes and canonical tables.

mod common;

use common::disguise::disguised;
use common::{constant, everything};
use covenant_certificates::canonical::canonical_statement;
use covenant_certificates::references::{Reference, References};
use covenant_certificates::*;
use covenant_kernel::tables::*;

fn hashes(file: &CertificateFile) -> Hashes {
    Hashes::of(&file.certificate).unwrap()
}

fn canonical(file: &CertificateFile) -> CertificateFile {
    let mut file = file.clone();
    canonicalize(&mut file).unwrap();
    file
}

#[test]
fn equal_content_has_equal_tables() {
    for file in [constant(), everything()] {
        let expected = canonical(&file);
        assert_eq!(canonical(&expected), expected, "idempotent");
        let other = disguised(&file);
        assert_ne!(other, file);
        assert_eq!(canonical(&other), expected);
        assert_eq!(canonical(&other).to_bytes().unwrap(), expected.to_bytes().unwrap());
    }
}

#[test]
fn the_canonical_statement_does_not_depend_on_the_proof() {
    for file in [constant(), everything()] {
        let alone = canonical_statement(&file.certificate.statement).unwrap();
        assert_eq!(canonical(&file).certificate.statement, alone);
        let other = disguised(&file);
        assert_eq!(canonical_statement(&other.certificate.statement).unwrap(), alone);
    }
}

#[test]
fn canonical_tables_keep_what_they_should() {
    let file = everything();
    let after = canonical(&file);
    let (before, after) = (&file.certificate, &after.certificate);
    // Declarations stay, also unused ones.
    assert_eq!(after.statement.defs.len(), before.statement.defs.len());
    assert_eq!(after.statement.axioms.len(), before.statement.axioms.len());
    // Places that are reached stay, equal or not; the unreached operations go.
    assert_eq!(after.proof.nodes.len(), before.proof.nodes.len());
    assert_eq!(after.statement.cores.len(), 6);
    // Terms that only the proof mentions move there.
    assert!(after.statement.exprs.len() < before.statement.exprs.len());
    assert!(after.proof.exprs.len() > before.proof.exprs.len());
}

#[test]
fn of_the_names_of_equal_rows_the_smallest_stays() {
    for (first, second) in [("a", "b"), ("b", "a")] {
        let mut file = everything();
        let statement = &mut file.certificate.statement;
        statement.exprs.push(statement.exprs[24].clone());
        statement.axioms[0].statement = ExprRef(27);
        // Statement and proof are numbered together: move the proof's rows on.
        let mut shift = |reference: Reference<'_>| {
            if let Reference::Expr(r) = reference
                && r.0 >= 27
            {
                r.0 += 1;
            }
        };
        let proof = &mut file.certificate.proof;
        proof.exprs.iter_mut().for_each(|row| row.references(&mut shift));
        proof.types.iter_mut().for_each(|row| row.references(&mut shift));
        proof.nodes.iter_mut().for_each(|row| row.references(&mut shift));
        file.source.binders = vec![(ExprRef(24), first.to_owned()), (ExprRef(27), second.to_owned())];
        let source = canonical(&file).source;
        assert_eq!(source.binders.len(), 1);
        assert_eq!(source.binders[0].1, "a");
    }
}

#[test]
fn equal_places_are_kept_apart() {
    let mut file = constant();
    // `TMerge` of the constant with itself, by two rows.
    file.certificate.proof.nodes = vec![
        NodeRow::TConst,
        NodeRow::TConst,
        NodeRow::TMerge(NodeRef(0), NodeRef(1)),
        NodeRow::TFun(TypeRef(0), NodeRef(2)),
    ];
    file.certificate.proof.derivations = vec![Some(NodeRef(3))];
    file.log = SolverLog::default();
    file.source.nodes.clear();
    let hashes = hashes(&file);
    assert_eq!(hashes.nodes[0], hashes.nodes[1]);
    assert_eq!(canonical(&file).certificate.proof.nodes.len(), 4);
}

#[test]
fn unused_lemmas_and_their_logs_go() {
    let mut file = everything();
    let proof = &mut file.certificate.proof;
    let mut unused = proof.lemmas[0].clone();
    unused.name = "unused".to_owned();
    proof.lemmas.insert(0, unused);
    let StepRow::Lemma(lemma, ..) = &mut proof.steps[24] else {
        panic!("the last step uses the lemma");
    };
    *lemma = LemmaRef(1);
    file.source.lemmas.insert(0, None);
    file.log.lemmas = vec![
        LemmaLog { lemma: LemmaRef(0), queries: vec![] },
        LemmaLog { lemma: LemmaRef(1), queries: vec![] },
    ];
    assert_eq!(canonical(&file), canonical(&everything()));
}

#[test]
fn hashes_do_not_depend_on_positions() {
    for file in [constant(), everything()] {
        let (plain, other) = (hashes(&file), hashes(&disguised(&file)));
        assert_eq!(plain.statement, other.statement);
        assert_eq!(plain.certificate, other.certificate);
        for (i, hash) in plain.nodes.iter().enumerate() {
            assert_eq!(*hash, other.nodes[2 * i + 1]);
        }
        let after = hashes(&canonical(&file));
        assert_eq!(plain.statement, after.statement);
        assert_eq!(plain.certificate, after.certificate);
    }
}

/// One changed leaf changes the hashes above it and no others.
#[test]
fn a_change_shows_exactly_above_it() {
    let before = hashes(&everything());
    let mut file = everything();
    file.certificate.proof.nodes[4] = NodeRow::TErr;
    let after = hashes(&file);
    let changed: Vec<usize> =
        (0..before.nodes.len()).filter(|&i| before.nodes[i] != after.nodes[i]).collect();
    // 4 in 5 in 6 in 9 in 11, and from there to the root; 15 is another derivation.
    let expected: Vec<usize> = [4, 5, 6, 9].into_iter().chain(11..15).chain(16..24).collect();
    assert_eq!(changed, expected);
    assert_eq!(before.statement, after.statement);
    assert_ne!(before.certificate, after.certificate);
}

#[test]
fn a_changed_definition_changes_the_statement_only() {
    let mut file = everything();
    file.certificate.statement.defs[0].body = DefBody::Cases { on: 0, cases: vec![ExprRef(5), ExprRef(11)] };
    let (before, after) = (hashes(&everything()), hashes(&file));
    assert_ne!(before.defs[0], after.defs[0]);
    assert_ne!(before.statement, after.statement);
    assert_ne!(before.certificate, after.certificate);
    assert_eq!(before.exprs, after.exprs);
    assert_eq!(before.nodes, after.nodes);
}

/// Every change of a row is seen by the hash of the whole.
#[test]
fn every_part_is_covered() {
    type Change = fn(&mut Certificate);
    // Not the claim: it is the last function, so that the functions change with it.
    let changes: [Change; 16] = [
        |c| c.statement.opaque_sorts[0].push('x'),
        |c| c.statement.literals[0].push('x'),
        |c| c.statement.datatypes[0].params = 2,
        |c| c.statement.datatypes[0].ctors[0].name.push('x'),
        |c| c.statement.datatypes[0].ctors[1].fields[0] = SortRef(0),
        |c| c.statement.defs[0].decidable = false,
        |c| c.statement.defs[1].group = 0,
        |c| c.statement.axioms[0].statement = ExprRef(25),
        |c| c.statement.axioms[0].name.push('x'),
        |c| c.statement.globals[0].name.push('x'),
        |c| c.statement.globals[0].preds[1].push(SortRef(0)),
        |c| c.statement.globals[1].body = None,
        |c| c.statement.cores[0] = CoreRow::Ret(ExprRef(10)),
        |c| c.proof.lemmas[0].proof = StepRef(0),
        |c| c.proof.lemmas[0].sort_params = 0,
        |c| c.proof.derivations.swap(0, 1),
    ];
    let plain = everything();
    let mut seen = vec![hashes(&plain).certificate];
    for change in changes {
        let mut file = plain.clone();
        change(&mut file.certificate);
        seen.push(hashes(&file).certificate);
    }
    let count = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), count);
}

/// The bytes under three hashes, written out from the document.
#[test]
fn the_hashed_bytes_are_those_of_the_document() {
    let hash = |parts: &[&[u8]]| *blake3::hash(&parts.concat()).as_bytes();
    let hashes = hashes(&constant());
    // `SortRow::Int`: variant 0, no references.
    let int = hash(&[b"\x04sort", &[1, 0, 0, 0, 0, 0, 0, 0], &[0]]);
    assert_eq!(hashes.sorts[0].0, int);
    // `ExprRow::Nu(int)`: variant 2, the reference as 0, then what it refers to.
    let nu = hash(&[b"\x04expr", &[2, 0, 0, 0, 0, 0, 0, 0], &[2, 0], &int]);
    assert_eq!(hashes.exprs[1].0, nu);
    // `SortRow::Data(UNIT, [])`: a reference to a declaration is its name and how many before
    // have the same.
    let unit = hash(&[b"\x0dname.datatype", &[6, 0, 0, 0, 0, 0, 0, 0], &[4, b'u', b'n', b'i', b't', 0]]);
    let sort = hash(&[b"\x04sort", &[3, 0, 0, 0, 0, 0, 0, 0], &[1, 0, 0], &unit]);
    assert_eq!(hashes.sorts[1].0, sort);
}

/// Deep tables are no problem: nothing here recurses.
#[test]
fn a_hundred_thousand_levels() {
    let mut file = constant();
    let proof = &mut file.certificate.proof;
    proof.nodes = vec![NodeRow::TConst];
    proof.steps = vec![StepRow::Exact];
    for i in 0..100_000 {
        proof.nodes.push(NodeRow::TMerge(NodeRef(i), NodeRef(i)));
        proof.steps.push(StepRow::Intro(StepRef(i)));
    }
    proof.nodes.push(NodeRow::TSub {
        target: ExprRef(3),
        from: NodeRef(100_000),
        evidence: Evidence::Checked(StepRef(100_000)),
    });
    proof.derivations = vec![Some(NodeRef(100_001))];
    let statement = &mut file.certificate.statement;
    for i in 0..100_000 {
        statement.cores.push(CoreRow::LetE(CoreRef(i), CoreRef(i)));
    }
    statement.funs = vec![FunRow::Lam(TypeRef(0), CoreRef(100_000))];
    let bytes = file.to_bytes().unwrap();
    let read = CertificateFile::from_bytes(&bytes).unwrap();
    let after = canonical(&read);
    assert_eq!(after.certificate.proof.nodes.len(), 100_002);
    assert_eq!(hashes(&read).certificate, hashes(&after).certificate);
}
