//! Files that somebody made to deceive whoever looks at them, or to reach what they should not.
//!
//! Each test is one class of attacks, with its good neighbours: hidden characters in sources, file names and
//! certificates; names that are not words; functions beside the claim; queries that are commands; links,
//! pipes and a list of outputs that lead out of the output folder; old certificates.

use crate::support::{Run, covenant, examples, folder, root};
use covenant_certificates::container::MAGIC;
use covenant_certificates::structure::BadReference;
use covenant_certificates::{CertificateFile, ContentHash, EncodeError, QueryText};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const GOOD: &str = "out/first_claim.short_list.cov";

/// What a terminal or a browser obeys and does not show.
const HIDDEN: [char; 9] =
    ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200b}', '\u{61c}', '\u{feff}', '\u{7f}'];

fn nothing_hidden(what: &str, run: &Run) {
    for (stream, text) in [("stdout", &run.stdout), ("stderr", &run.stderr)] {
        assert!(!text.contains(HIDDEN), "{what}: {stream} contains a hidden character: {text:?}");
    }
}

/// A certificate with bytes of its sections replaced by as many others, and right hashes.
fn forged(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = bytes.to_vec();
    let mut found = false;
    for start in 480..bytes.len().saturating_sub(from.len()) {
        if bytes[start..].starts_with(from.as_bytes()) {
            bytes[start..start + from.len()].copy_from_slice(to.as_bytes());
            found = true;
        }
    }
    assert!(found, "`{from}` does not occur");
    let mut start = 480;
    for entry in (16..448).step_by(48) {
        let length = u64::from_le_bytes(bytes[entry + 8..entry + 16].try_into().expect("8 bytes"));
        let end = start + usize::try_from(length).expect("a length");
        let hash = ContentHash::of_bytes(&bytes[start..end]);
        bytes[entry + 16..entry + 48].copy_from_slice(&hash.0);
        start = end;
    }
    let header = ContentHash::of_bytes(&bytes[..448]);
    bytes[448..480].copy_from_slice(&header.0);
    // The source has a hash of its own; those of the forgeries here are refused before that.
    bytes
}

#[test]
fn hidden_characters_of_sources_and_file_names_are_written_out() {
    let folder = folder();
    let at = folder.path();
    let hidden: String = HIDDEN.iter().collect();
    let name = format!("a{hidden}\nverdict valid.ml");
    let good = fs::read_to_string(root().join("examples/first_claim.ml")).expect("an example");
    let bad = format!(
        "(* {hidden} *) let f (n : int) : int = n + \"{hidden}\"\n[@@covers {{| n:int -> [v:int | v = n] |}}]\n"
    );
    for (i, text) in
        [format!("(* {hidden} *)\n{good}"), bad, format!("let {hidden} = 1\n")].iter().enumerate()
    {
        fs::write(at.join(&name), text).expect("a file");
        for arguments in [
            &["check", &name, "--out", "out"][..],
            &["check", &name, "--out", "out", "--json"],
            &["check", ".", "--out", "out"],
            &["enumerate", &name, "--gen", "short_list", "--args", "1"],
            &["export", &name, "--qcheck"],
            &["audit", &name],
        ] {
            let run = covenant(at, arguments);
            nothing_hidden(&format!("source {i}, {arguments:?}"), &run);
            assert!(!run.stdout.lines().any(|line| line.starts_with("verdict valid")), "{arguments:?}");
        }
        // With colours there are escape sequences, but no others than ours.
        let run = covenant(at, &["--color", "always", "check", &name, "--out", "out"]);
        for text in [&run.stdout, &run.stderr] {
            assert!(!text.contains(&HIDDEN[1..]), "source {i}: {text:?}");
        }
    }
    // The certificate of the first one: its source has them still, and every form of it is shown.
    fs::write(at.join("fine.ml"), format!("(* {hidden}</script> *)\n{good}")).expect("a file");
    assert_eq!(covenant(at, &["check", "fine.ml", "--out", "out"]).code, 0);
    let certificate = "out/fine.short_list.cov";
    for arguments in [
        &["audit", certificate][..],
        &["audit", certificate, "--json"],
        &["audit", certificate, "--sarif"],
        &["audit", certificate, "--source", "fine.ml"],
        &["show", certificate],
        &["show", certificate, "--node", "0"],
        &["show", certificate, "--json"],
        &["show", certificate, "--html", "page.html"],
        &["diff", certificate, certificate],
        &["diff", certificate, certificate, "--json"],
        &["diff", certificate, certificate, "--html", "diff.html"],
        &["log", certificate],
        &["log", certificate, "--json"],
        &["export", certificate, "--rocq"],
        &["export", certificate, "--rocq", "-o", "claim.v"],
    ] {
        let run = covenant(at, arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}{}", run.stdout, run.stderr);
        nothing_hidden(&format!("{arguments:?}"), &run);
    }
    for output in ["page.html", "diff.html", "claim.v"] {
        let text = fs::read_to_string(at.join(output)).expect("it was written");
        assert!(!text.contains(HIDDEN), "{output}");
    }
    let page = fs::read_to_string(at.join("page.html")).expect("a page");
    assert_eq!(page.matches("</script>").count(), 2, "the source ends no script");
}

#[test]
fn names_that_are_no_words_are_refused() {
    let folder = folder();
    let at = folder.path();
    let bytes = fs::read(examples().join(GOOD)).expect("a certificate");
    assert!(bytes.starts_with(&MAGIC));
    let names = [
        "short\u{1b}[8m",
        "sho\u{202e}tli",
        "a \u{2228} b",
        "x) (* ok ",
        "../../etcx",
        "if\nvalid\n ",
        "short list",
    ];
    for bad in names {
        // As many bytes, so that nothing but the name and the hashes changes.
        let from = "short_list".get(..bad.len()).expect("short enough");
        fs::write(at.join("forged.cov"), forged(&bytes, from, bad)).expect("a file");
        for command in
            [&["audit", "forged.cov"][..], &["show", "forged.cov"], &["export", "forged.cov", "--rocq"]]
        {
            let run = covenant(at, command);
            assert_eq!(run.code, 2, "{bad:?}: {}{}", run.stdout, run.stderr);
            assert!(run.stderr.contains("is not of the form"), "{bad:?}: {}", run.stderr);
            nothing_hidden(bad, &run);
        }
    }
}

#[test]
fn a_certificate_has_only_functions_that_the_claim_needs() {
    let file = CertificateFile::load(&examples().join(GOOD)).expect("a certificate");
    let statement = &file.certificate.statement;
    let claim = &statement.globals[statement.claim.0 as usize];
    let mut beside = claim.clone();
    beside.name = "something_better".to_owned();
    // After the claim, and before it.
    for first in [false, true] {
        let mut forged = file.clone();
        let at = statement.claim.0 as usize;
        let at = if first { at } else { at + 1 };
        forged.certificate.statement.globals.insert(at, beside.clone());
        let derivation = forged.certificate.proof.derivations[statement.claim.0 as usize];
        forged.certificate.proof.derivations.insert(at, derivation);
        if first {
            forged.certificate.statement.claim.0 += 1;
        }
        let Err(EncodeError::Structure(error)) = forged.to_bytes() else { panic!("it is accepted") };
        assert_eq!(error.why, BadReference::NotNeeded);
    }
}

#[test]
fn a_recorded_query_is_no_command() {
    let folder = folder();
    let at = folder.path();
    let mut tried = 0;
    for entry in fs::read_dir(examples().join("out")).expect("certificates").filter_map(Result::ok) {
        let path = entry.path();
        let Ok(mut file) = CertificateFile::load(&path) else { continue };
        let Some(query) = file.log.conditions.iter_mut().flat_map(|c| &mut c.queries).next() else {
            continue;
        };
        let QueryText::Text(text) = &mut query.query else { continue };
        assert!(text.starts_with("(set-logic ALL)"));
        let bytes = fs::read(&path).expect("a certificate");
        fs::write(at.join("forged.cov"), forged(&bytes, "(set-logic ALL)", "(echo \"written\""))
            .expect("a file");
        let run = covenant(at, &["audit", "forged.cov", "--resolve", "z3"]);
        assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains("a query is not of the form"), "{}", run.stderr);
        let output = at.join("written");
        *text = format!("(set-option :regular-output-channel \"{}\")\n{text}", output.display());
        assert!(matches!(file.to_bytes(), Err(EncodeError::Text(_))));
        assert!(!output.exists());
        tried += 1;
    }
    assert!(tried > 0, "no example has a query");
}

/// A recorded answer about a condition that there is not, or that has other evidence.
#[test]
fn an_answer_that_belongs_to_no_condition_is_refused() {
    let folder = folder();
    let mut tried = 0;
    for entry in fs::read_dir(examples().join("out")).expect("certificates").filter_map(Result::ok) {
        let Ok(mut file) = CertificateFile::load(&entry.path()) else { continue };
        let Some(last) = file.log.conditions.last_mut() else { continue };
        last.vc += 1000;
        fs::write(folder.path().join("forged.cov"), file.to_bytes().expect("bytes")).expect("a file");
        let run = covenant(folder.path(), &["audit", "forged.cov", "--resolve", "z3"]);
        assert_eq!(run.code, 1, "{}", run.stdout);
        assert!(run.stdout.contains("refused: no such condition"), "{}", run.stdout);
        tried += 1;
    }
    assert!(tried > 0, "no example has a query");
}

#[test]
fn pipes_and_links_that_lead_nowhere_are_skipped() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("generators")).expect("a folder");
    fs::copy(root().join("examples/first_claim.ml"), at.join("generators/first_claim.ml")).expect("a copy");
    let made = Command::new("mkfifo").arg(at.join("generators/pipe.ml")).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    symlink("loop.ml", at.join("generators/loop.ml")).expect("a link");
    symlink("/dev/zero", at.join("generators/zero.ml")).expect("a link");
    symlink("..", at.join("generators/up")).expect("a link");
    let run = covenant(at, &["check", "generators", "--out", "out"]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("valid"), "{}", run.stdout);
    for name in ["pipe.ml", "loop.ml", "zero.ml"] {
        assert!(run.stderr.contains(&format!("generators/{name}: skipped")), "{name}: {}", run.stderr);
    }
    let run = covenant(at, &["check", "generators/pipe.ml", "--out", "out"]);
    assert_eq!(run.code, 2);
    let run = covenant(at, &["audit", "generators/pipe.ml"]);
    assert_eq!(run.code, 2);
}

/// A link that came with a project says where nothing is remembered, and nothing is removed there.
#[test]
fn the_memory_of_a_project_is_behind_no_link() {
    let folder = folder();
    let at = folder.path();
    for inner in [".git", "elsewhere", ".covenant"] {
        fs::create_dir_all(at.join(inner)).expect("a folder");
    }
    fs::copy(root().join("examples/first_claim.ml"), at.join("a.ml")).expect("a copy");
    let planted = at.join("elsewhere").join(format!("{}.1", "a".repeat(64)));
    for link in [".covenant/cache", ".covenant"] {
        let _ = fs::remove_dir(at.join(link));
        symlink(at.join("elsewhere"), at.join(link)).expect("a link");
        fs::write(&planted, "mine").expect("a file");
        let mut check = Command::new(crate::support::binary());
        check.args(["check", "a.ml", "--confirm", "off"]).current_dir(at).env("COVENANT_CACHE", "");
        let output = check.output().expect("started");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("nothing is remembered"), "{said}");
        assert_eq!(covenant(at, &["cache", "clear"]).code, 2);
        let left: Vec<_> = fs::read_dir(at.join("elsewhere")).expect("a folder").flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        fs::remove_file(at.join(link)).expect("removed");
    }
}

#[test]
fn outputs_go_through_no_link() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir_all(at.join("generators/sub")).expect("a folder");
    fs::create_dir_all(at.join("elsewhere")).expect("a folder");
    fs::create_dir_all(at.join("out")).expect("a folder");
    fs::copy(root().join("examples/first_claim.ml"), at.join("generators/sub/a.ml")).expect("a copy");
    symlink("../elsewhere", at.join("out/sub")).expect("a link");
    let run = covenant(at, &["check", "generators", "--out", "out"]);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert_eq!(fs::read_dir(at.join("elsewhere")).expect("a folder").count(), 0);
    fs::write(at.join("victim"), "mine").expect("a file");
    for (i, arguments) in [
        &["check", "generators/sub/a.ml", "--out", "files"][..],
        &["show", "good.cov", "--html", "files/page"],
        &["diff", "good.cov", "good.cov", "--html", "files/page"],
        &["export", "good.cov", "--rocq", "-o", "files/page"],
    ]
    .iter()
    .enumerate()
    {
        fs::copy(examples().join(GOOD), at.join("good.cov")).expect("a copy");
        fs::create_dir_all(at.join("files")).expect("a folder");
        for name in ["a.short_list.cov", "page"] {
            let _ = fs::remove_file(at.join("files").join(name));
            symlink("../victim", at.join("files").join(name)).expect("a link");
        }
        let run = covenant(at, arguments);
        assert_eq!(run.code, 2, "{i}: {}{}", run.stdout, run.stderr);
        assert_eq!(fs::read_to_string(at.join("victim")).expect("it is there"), "mine", "{i}");
    }
}

#[test]
fn certificates_of_claims_that_are_gone_are_removed_and_nothing_else() {
    let folder = folder();
    let at = folder.path();
    let copy = |to: &str| {
        fs::copy(root().join("examples/first_claim.ml"), at.join(to)).expect("a copy");
    };
    let certificates = |folder: &str| {
        let names = fs::read_dir(at.join(folder)).expect("a folder").filter_map(Result::ok);
        let mut names: Vec<String> = names.map(|e| e.file_name().to_string_lossy().into_owned()).collect();
        names.retain(|name| name.ends_with(".cov"));
        names.sort();
        names
    };
    fs::create_dir(at.join("generators")).expect("a folder");
    copy("generators/kept.ml");
    copy("generators/gone.ml");
    // The recipe of docs/ci.md.
    let check = ["check", "generators", "--out", "covenant-out", "--deny", "assumed,solver"];
    let compare =
        ["diff", "certificates", "covenant-out", "--fail-on", "spec,removed,weaker,assumption,coverage"];
    assert_eq!(covenant(at, &check).code, 0);
    fs::create_dir(at.join("certificates")).expect("a folder");
    for name in certificates("covenant-out") {
        fs::copy(at.join("covenant-out").join(&name), at.join("certificates").join(&name)).expect("a copy");
    }
    assert_eq!(covenant(at, &compare).code, 0);
    fs::copy(examples().join("out/repaired.search_tree.cov"), at.join("covenant-out/mine.cov"))
        .expect("a copy");
    fs::remove_file(at.join("generators/gone.ml")).expect("it is removed");
    assert_eq!(covenant(at, &check).code, 0);
    assert_eq!(certificates("covenant-out"), ["kept.short_list.cov", "mine.cov"]);
    let run = covenant(at, &compare);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("gone.ml"), "{}", run.stdout);
    // A claim that is gone from a file that is not.
    fs::write(at.join("generators/kept.ml"), "let x = 1\n").expect("a file");
    copy("generators/other.ml");
    covenant(at, &check);
    assert_eq!(certificates("covenant-out"), ["mine.cov", "other.short_list.cov"]);
}

#[test]
fn a_list_of_outputs_cannot_point_elsewhere() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("generators")).expect("a folder");
    fs::copy(root().join("examples/first_claim.ml"), at.join("generators/a.ml")).expect("a copy");
    assert_eq!(covenant(at, &["check", "generators", "--out", "out"]).code, 0);
    let victims = ["victim.cov", "outside/victim.cov", "out/text.cov"];
    fs::create_dir(at.join("outside")).expect("a folder");
    for victim in &victims[..2] {
        fs::copy(examples().join(GOOD), at.join(victim)).expect("a copy");
    }
    fs::write(at.join("out/text.cov"), "not a certificate").expect("a file");
    symlink("../outside", at.join("out/link")).expect("a link");
    let absolute = at.join("victim.cov");
    let paths = [
        "../victim.cov",
        absolute.to_str().expect("text"),
        "link/victim.cov",
        "x/../../victim.cov",
        "text.cov",
        "/",
    ];
    let mut list = "covenant outputs 1\n".to_owned();
    for path in paths {
        list.push_str(&format!("{path:?}\t\"generators/gone.ml\"\n"));
    }
    fs::write(at.join("out/.covenant-outputs"), list).expect("a file");
    assert_eq!(covenant(at, &["check", "generators", "--out", "out"]).code, 0);
    for victim in victims {
        assert!(Path::new(&at.join(victim)).exists(), "{victim}");
    }
}
