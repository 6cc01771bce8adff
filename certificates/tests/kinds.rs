//! Claims that say *only* or *exactly* in files: no reader may take one kind for another.

mod common;

use common::container::{seal_as, unseal};
use common::{constant, everything_of};
use covenant_certificates::canonical::canonical_statement;
use covenant_certificates::container::SectionKind;
use covenant_certificates::diff::{ClaimDiff, Finding, Side, diff_claim};
use covenant_certificates::error::Place;
use covenant_certificates::structure::BadReference;
use covenant_certificates::*;
use covenant_kernel::tables::*;
use std::collections::BTreeSet;

const KINDS: [Kind; 3] = [Kind::Every, Kind::Only, Kind::Exactly];

fn of(kind: Kind) -> CertificateFile {
    let mut file = constant();
    file.certificate.statement.kind = kind;
    file
}

#[test]
fn the_version_says_whether_there_is_a_kind() {
    for kind in KINDS {
        let bytes = of(kind).to_bytes().unwrap();
        assert_eq!(bytes[8], if kind == Kind::Every { 2 } else { 4 });
        assert_eq!(CertificateFile::from_bytes(&bytes).unwrap(), of(kind));
    }
}

/// The same sections under the other version: the section with the claims does not fit.
#[test]
fn a_file_of_one_version_is_not_one_of_the_other() {
    for (kind, version, problem) in [
        (Kind::Every, 4, Problem::Truncated),
        (Kind::Only, 2, Problem::TrailingBytes),
        (Kind::Exactly, 2, Problem::TrailingBytes),
    ] {
        let forged = seal_as(version, &unseal(&of(kind).to_bytes().unwrap()));
        let error = CertificateFile::from_bytes(&forged).unwrap_err();
        assert_eq!((error.place, error.problem), (Place::Section(SectionKind::Claims), problem));
    }
}

/// The kind is the last byte of the section with the claims.
#[test]
fn every_is_not_written_as_a_kind() {
    let mut sections = unseal(&of(Kind::Only).to_bytes().unwrap());
    let kind = sections[3].last_mut().unwrap();
    assert_eq!(*kind, 1);
    *kind = 0;
    let error = CertificateFile::from_bytes(&seal_as(4, &sections)).unwrap_err();
    assert_eq!(error.problem, Problem::NotCanonical);
}

/// A reader that knows claims of what can be produced alone knows all rows of their files.
#[test]
fn no_row_of_the_other_kinds_in_a_claim_of_every() {
    let mut file = of(Kind::Every);
    file.certificate.proof.nodes.insert(0, NodeRow::ORet);
    let error = file.to_bytes().unwrap_err();
    assert!(
        matches!(error, EncodeError::Structure(error) if error.why == BadReference::OtherKind),
        "{error:?}"
    );
    // And read: the section of a file that says *only*, beside the claims of one that says *every*.
    let strange = unseal(&everything_of(Kind::Only).to_bytes().unwrap());
    let mut sections = unseal(&common::everything().to_bytes().unwrap());
    sections[4].clone_from(&strange[4]);
    let error = CertificateFile::from_bytes(&seal_as(2, &sections)).unwrap_err();
    assert!(
        matches!(error.problem, Problem::Structure(error) if error.why == BadReference::OtherKind),
        "{error:?}"
    );
}

#[test]
fn hashes_differ_in_the_kind() {
    let hashes = KINDS.map(|kind| Hashes::of(&of(kind).certificate).unwrap());
    let statements: BTreeSet<String> = hashes.iter().map(|h| h.statement.to_string()).collect();
    let certificates: BTreeSet<String> = hashes.iter().map(|h| h.certificate.to_string()).collect();
    assert_eq!((statements.len(), certificates.len()), (3, 3));
}

#[test]
fn canonical_form_keeps_the_kind() {
    for kind in [Kind::Only, Kind::Exactly] {
        let mut file = everything_of(kind);
        canonicalize(&mut file).unwrap();
        assert_eq!(file.certificate.statement.kind, kind);
        assert_eq!(canonical_statement(&of(kind).certificate.statement).unwrap().kind, kind);
    }
}

fn diff(old: Kind, new: Kind) -> ClaimDiff {
    let (old, new) = (of(old), of(new));
    let side = |file| Side { file, conditions: &[] };
    diff_claim(side(&old), side(&new)).unwrap()
}

#[test]
fn a_claim_that_says_less_is_weaker() {
    for old in KINDS {
        for new in KINDS {
            let diff = diff(old, new);
            let findings = diff.findings();
            assert_eq!(findings.contains(&Finding::Spec), old != new, "{old:?} {new:?}");
            assert_eq!(diff.spec.changed, old != new);
            assert!(!diff.spec.claimed_type);
            // To say more is no weakening; *every* and *only* do not imply each other.
            let weaker = old != new && new != Kind::Exactly;
            assert_eq!(findings.contains(&Finding::Weaker), weaker, "{old:?} {new:?}");
            assert_eq!(
                diff.spec.kind.map(|kind| (kind.old, kind.new)),
                (old != new).then(|| (old.word(), new.word()))
            );
        }
    }
}
