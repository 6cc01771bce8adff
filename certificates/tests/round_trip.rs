//! Write, read, and be the same; on disk too.

mod common;

use std::fs;

use common::{constant, everything};
use covenant_certificates::error::{EncodeError, FileError, Place, Problem, SourceProblem};
use covenant_certificates::structure::{BadReference, Table};
use covenant_certificates::*;
use covenant_kernel::check::{Verdict, check};
use covenant_kernel::tables::*;

fn folder(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&path).unwrap();
    path
}

#[test]
fn bytes_and_back() {
    for file in [constant(), everything()] {
        let bytes = file.to_bytes().unwrap();
        assert_eq!(CertificateFile::from_bytes(&bytes).unwrap(), file);
        assert_eq!(file.clone().to_bytes().unwrap(), bytes);
    }
}

#[test]
fn stored_files_replace_old_ones_and_leave_nothing_else() {
    let folder = folder("store");
    let path = folder.join("seven.cov");
    everything().store(&path).unwrap();
    constant().store(&path).unwrap();
    assert_eq!(CertificateFile::load(&path).unwrap(), constant());
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["seven.cov"]);
}

#[test]
fn a_long_text_is_beside_the_certificates_once() {
    let folder = folder("beside");
    let mut file = everything();
    let text = format!("{}(* {} *)\n", file.source.text.as_str(), "x".repeat(20_000));
    file.source.text = SourceText::from(text.as_str());
    let embedded = file.to_bytes().unwrap();
    file.source.beside = true;
    let bytes = file.to_bytes().unwrap();
    assert!(bytes.len() + 20_000 < embedded.len());
    assert_eq!((embedded[8], bytes[8]), (2, 3));
    let [first, second] = ["first.cov", "second.cov"].map(|name| folder.join(name));
    file.store(&first).unwrap();
    file.store(&second).unwrap();
    let source = folder.join(file.source_beside().unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
    assert_eq!(fs::read_to_string(&source).unwrap(), text);
    for path in [first, second] {
        let read = CertificateFile::load(&path).unwrap();
        assert_eq!(read, file);
        assert_eq!(read.to_bytes().unwrap(), bytes);
    }
    // Both forms of a value are read, and are two values.
    let read = CertificateFile::from_bytes(&embedded).unwrap();
    assert!(!read.source.beside && read.source.text == file.source.text);
}

#[test]
fn a_text_beside_is_the_hashed_one_or_none() {
    let folder = folder("other-text");
    let path = folder.join("outer.cov");
    let mut file = everything();
    file.source.beside = true;
    file.store(&path).unwrap();
    let (bytes, hash) = (file.to_bytes().unwrap(), file.source_hash());
    let problem = |text: Option<&str>| {
        let found = CertificateFile::from_bytes_with(&bytes, |asked| {
            assert_eq!(asked, hash);
            text.map(SourceText::from)
        });
        found.unwrap_err().problem
    };
    assert_eq!(problem(None), Problem::Source(SourceProblem::NotBeside { hash }));
    let other = Problem::Source(SourceProblem::OtherBeside { hash });
    assert_eq!(problem(Some("let rec outer f = ?")), other);
    assert_eq!(problem(Some("")), other);

    // From the disk: another text (of a hash that nobody has read yet in this process), then none.
    let mut file = everything();
    file.source.text = SourceText::from("let rec outer f = … (* changed *)\n");
    file.source.beside = true;
    let hash = file.source_hash();
    file.store(&path).unwrap();
    let source = folder.join(file.source_beside().unwrap());
    let loaded = || match CertificateFile::load(&path) {
        Err(FileError::Read { error, .. }) => error,
        other => panic!("{other:?}"),
    };
    fs::write(&source, "let rec outer f = …\n").unwrap();
    assert_eq!(loaded().problem, Problem::Source(SourceProblem::OtherBeside { hash }));
    fs::remove_file(&source).unwrap();
    let error = loaded();
    assert_eq!(error.problem, Problem::Source(SourceProblem::NotBeside { hash }));
    assert!(error.to_string().contains(&format!("put `{hash}.source` into its folder")), "{error}");
}

#[test]
fn a_failed_store_keeps_the_old_file_and_removes_the_temporary_one() {
    let folder = folder("failed-store");
    let target = folder.join("taken");
    // A folder in the way makes the rename fail after the temporary file was written.
    fs::create_dir_all(target.join("inside")).unwrap();
    assert!(matches!(constant().store(&target), Err(FileError::Io { .. })));
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["taken"]);
}

#[test]
fn missing_and_oversized_files() {
    let folder = folder("oversized");
    let missing = CertificateFile::load(&folder.join("none.cov"));
    assert!(matches!(missing, Err(FileError::Io { .. })));
    let path = folder.join("sparse.cov");
    fs::File::create(&path).unwrap().set_len(MAX_FILE_BYTES * 100).unwrap();
    match CertificateFile::load(&path) {
        Err(FileError::Read { error, .. }) => assert_eq!(
            error.problem,
            Problem::FileTooLarge { found: MAX_FILE_BYTES + 1, limit: MAX_FILE_BYTES }
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn nothing_inside_depends_on_where_it_was_written() {
    let (here, there) = (folder("place-a"), folder("place-b"));
    constant().store(&here.join("a.cov")).unwrap();
    constant().store(&there.join("b.cov")).unwrap();
    assert_eq!(fs::read(here.join("a.cov")).unwrap(), fs::read(there.join("b.cov")).unwrap());
}

#[test]
fn ill_formed_values_are_not_written() {
    type Change = fn(&mut CertificateFile);
    type Found = (Table, u32, Table, u32, BadReference);
    let structure = |change: Change| {
        let mut file = everything();
        change(&mut file);
        match file.to_bytes() {
            Err(EncodeError::Structure(e)) => (e.table, e.row, e.to, e.index, e.why),
            other => panic!("{other:?}"),
        }
    };
    let cases: [(Change, Found); 13] = [
        (
            |f| f.certificate.statement.exprs[10] = ExprRow::Bin(Bin::Add, ExprRef(10), ExprRef(5)),
            (Table::Exprs, 10, Table::Exprs, 10, BadReference::Forward),
        ),
        (
            |f| f.certificate.statement.sorts[3] = SortRow::Data(2, [SortRef(4)].into()),
            (Table::Sorts, 3, Table::Sorts, 4, BadReference::Forward),
        ),
        (
            |f| f.certificate.statement.sorts[3] = SortRow::Data(3, [].into()),
            (Table::Sorts, 3, Table::Datatypes, 3, BadReference::OutOfRange),
        ),
        (
            // A statement must stand without its proof: expression 27 is the proof's.
            |f| f.certificate.statement.defs[1].body = DefBody::Direct(ExprRef(27)),
            (Table::Defs, 1, Table::Exprs, 27, BadReference::OutOfRange),
        ),
        (
            |f| f.certificate.proof.exprs[1] = ExprRow::Bin(Bin::Eq, ExprRef(27), ExprRef(28)),
            (Table::Exprs, 28, Table::Exprs, 28, BadReference::Forward),
        ),
        (
            |f| f.certificate.statement.funs[0] = FunRow::Lam(TypeRef(0), CoreRef(4)),
            (Table::Cores, 4, Table::Cores, 4, BadReference::Forward),
        ),
        (
            |f| f.certificate.statement.funs[1] = FunRow::Global(GlobalRef(2), vec![]),
            (Table::Globals, 2, Table::Globals, 2, BadReference::Forward),
        ),
        (
            |f| f.certificate.statement.claim = GlobalRef(3),
            (Table::Globals, 0, Table::Globals, 3, BadReference::OutOfRange),
        ),
        (
            |f| f.certificate.proof.nodes[5] = NodeRow::TLetE(NodeRef(4), NodeRef(6)),
            (Table::Nodes, 5, Table::Nodes, 6, BadReference::Forward),
        ),
        (
            |f| f.certificate.proof.steps[1] = StepRow::Intro(StepRef(1)),
            (Table::Steps, 1, Table::Steps, 1, BadReference::Forward),
        ),
        (
            // A lemma that uses itself.
            |f| f.certificate.proof.lemmas[0].proof = StepRef(24),
            (Table::Lemmas, 0, Table::Lemmas, 0, BadReference::Forward),
        ),
        (
            |f| f.certificate.proof.derivations[1] = Some(NodeRef(99)),
            (Table::Derivations, 1, Table::Nodes, 99, BadReference::OutOfRange),
        ),
        (
            |f| {
                f.certificate.proof.nodes[7] =
                    NodeRow::TApp { fun: NodeRef(2), evidence: Evidence::Checked(StepRef(25)) }
            },
            (Table::Nodes, 7, Table::Steps, 25, BadReference::OutOfRange),
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(structure(change), expected);
    }

    let source = |change: Change| {
        let mut file = everything();
        change(&mut file);
        match file.to_bytes() {
            Err(EncodeError::Source(problem)) => problem,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(source(|f| f.source.file = "folder/outer.ml".to_owned()), SourceProblem::NotABaseName);
    assert_eq!(source(|f| f.source.file = "..".to_owned()), SourceProblem::NotABaseName);
    assert_eq!(
        source(|f| f.source.nodes[0] = Some(Span { start: 19, end: 21 })),
        SourceProblem::BadSpan { start: 19, end: 21 },
        "inside a character"
    );
    assert_eq!(
        source(|f| f.source.nodes[0] = Some(Span { start: 3, end: 2 })),
        SourceProblem::BadSpan { start: 3, end: 2 }
    );
    assert_eq!(source(|f| f.source.binders.push((ExprRef(30), String::new()))), SourceProblem::NoSuchRow);
    assert_eq!(source(|f| f.log.conditions[0].node = NodeRef(24)), SourceProblem::NoSuchRow);
    assert_eq!(
        source(|f| f.log.conditions[1].vc = 0),
        SourceProblem::NoSuchRow,
        "numbers of conditions increase"
    );
}

#[test]
fn accessors_find_their_rows() {
    let file = everything();
    assert_eq!(file.claim_name(), "outer");
    assert_eq!(file.source.binder(ExprRef(25)), Some("y"));
    assert_eq!(file.source.binder(ExprRef(26)), None);
    assert_eq!(file.source.node_span(NodeRef(1)), Some(Span { start: 8, end: 13 }));
    assert_eq!(file.source.snippet(Span { start: 8, end: 13 }), Some("outer"));
    assert_eq!(file.source.node_span(NodeRef(20)), None);
    assert_eq!(file.log.of_node(NodeRef(8)).count(), 1);
}

#[test]
fn a_wrong_place_is_named() {
    let bytes = constant().to_bytes().unwrap();
    let mut damaged = bytes.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    let error = CertificateFile::from_bytes(&damaged).unwrap_err();
    assert_eq!(error.place, Place::Section(container::SectionKind::SourceHash));
    assert_eq!(error.problem, Problem::HashMismatch);
    assert_eq!(
        error.to_string(),
        format!(
            "damaged: the bytes do not match their recorded hash (in section `source hash`, at byte {})",
            bytes.len() - 33
        )
    );
}

/// What the kernel accepts it accepts after the way through a file, canonical or not.
#[test]
fn the_kernel_accepts_what_comes_out_of_a_file() {
    let mut file = common::disguise::disguised(&constant());
    for _ in 0..2 {
        let bytes = file.to_bytes().unwrap();
        let Certificate { statement, .. } = file.certificate.clone();
        let read = CertificateFile::from_bytes(&bytes).unwrap();
        assert_eq!(check(&statement, &read.certificate), Verdict::Valid);
        canonicalize(&mut file).unwrap();
    }
}
