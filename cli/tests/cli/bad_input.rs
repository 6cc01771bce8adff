//! Commands on input that is not as it should be: a clear message, the right exit code, and
//! nothing half-written.

use crate::snapshot;
use crate::support::{binary, covenant, examples, folder, normal, root, run};
use std::fs;
use std::process::Command;

const GOOD: &str = "out/first_claim.short_list.cov";

#[test]
fn usage_errors() {
    for (name, arguments) in [
        ("usage-nothing", &[][..]),
        ("usage-unknown-command", &["chek"]),
        ("usage-unknown-option", &["check", "a.ml", "--jason"]),
        ("usage-bad-deny", &["check", "a.ml", "--deny", "everything"]),
        ("usage-bad-timeout", &["check", "a.ml", "--timeout", "0"]),
        ("usage-bad-fail-on", &["diff", GOOD, GOOD, "--fail-on", "speck"]),
        (
            "usage-bad-range",
            &["enumerate", "examples/first_claim.ml", "--gen", "short_list", "--args", "1", "--ints", "3"],
        ),
    ] {
        let run = covenant(examples(), arguments);
        assert_eq!(run.code, 2, "{name}");
        snapshot!(name, run);
    }
}

#[test]
fn sources_that_cannot_be_read() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("empty.ml"), "").expect("a file");
    fs::write(at.join("binary.ml"), [0u8, 159, 146, 150]).expect("a file");
    fs::write(at.join("zero.ml"), "let x = 1\0").expect("a file");
    fs::write(at.join("huge.ml"), vec![b' '; 9 << 20]).expect("a file");
    fs::write(at.join("half.ml"), "let rec f (n : int) : int list =\n  if n = 0 then []\n  else (")
        .expect("a file");
    fs::write(at.join("no_claim.ml"), "let f x = x + 1\n").expect("a file");
    fs::create_dir(at.join("nothing")).expect("a folder");
    fs::copy(examples().join(GOOD), at.join("certificate.ml")).expect("a file");
    for (name, file) in [
        ("source-missing", "missing.ml"),
        ("source-empty", "empty.ml"),
        ("source-binary", "binary.ml"),
        ("source-zero-byte", "zero.ml"),
        ("source-huge", "huge.ml"),
        ("source-half-written", "half.ml"),
        ("source-without-claim", "no_claim.ml"),
        ("source-empty-folder", "nothing"),
        ("source-is-a-certificate", "certificate.ml"),
    ] {
        let run = covenant(at, &["check", file]);
        assert_eq!(run.code, 2, "{name}: {}", run.shown());
        snapshot!(name, run);
    }
    assert!(!at.join("covenant-out").exists(), "nothing was certified, so nothing is written");
}

#[test]
fn mistakes_in_programs_and_specifications() {
    let folder = folder();
    let at = folder.path();
    let program = "let rec f (n : int) : int list =\n  if n = 0 then [] else int_gen () :: f (n - 1)\n";
    let spec = |claim: &str| format!("{program}[@@covers {{| {claim} |}}]\n");
    for (name, text) in [
        ("mistake-unknown-name", spec("n:{v:int | 0 <= v} -> [v:int list | lenght v = n]")),
        ("mistake-ill-typed", spec("n:{v:int | 0 <= v} -> [v:int list | v = n]")),
        ("mistake-syntax", spec("n:{v:int | 0 <= v} -> [v:int list | len v = ]")),
        ("mistake-program", "let f (n : int) : int list = n + 1\n[@@covers {| n:int -> [v:int list | true] |}]\n".to_owned()),
        ("mistake-unsupported", "let f (n : int) : int = while true do () done; n\n[@@covers {| n:{v:int|true} -> [v:int | v = n] |}]\n".to_owned()),
    ] {
        let file = format!("{name}.ml");
        fs::write(at.join(&file), text).expect("a file");
        let run = covenant(at, &["check", &file]);
        assert!(matches!(run.code, 2 | 3), "{name}: {}", run.shown());
        snapshot!(name, run);
    }
}

#[test]
fn one_bad_file_does_not_hide_the_others() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("examples/first_claim.ml"), at.join("good.ml")).expect("a file");
    let run = covenant(at, &["check", "missing.ml", "good.ml"]);
    snapshot!("check-one-bad-one-good", run);
    assert!(at.join("covenant-out/good.short_list.cov").exists());
}

#[test]
fn unknown_claims_and_generators() {
    let file = "examples/own_datatypes.ml";
    let out = folder();
    let out = out.path().to_str().expect("a path");
    snapshot!("unknown-claim", covenant(examples(), &["check", file, "--claim", "crat", "--out", out]));
    snapshot!("unknown-generator", covenant(examples(), &["sample", file, "--gen", "crat"]));
    let list = ["sample", "examples/first_claim.ml", "--gen", "short_list"];
    for (name, args) in [
        ("arguments-too-few", &[][..]),
        ("arguments-too-many", &["--args", "1", "2"]),
        ("arguments-ill-typed", &["--args", "Leaf"]),
        ("arguments-broken", &["--args", "(1"]),
    ] {
        let arguments: Vec<&str> = list.iter().chain(args).copied().collect();
        let run = covenant(examples(), &arguments);
        assert_eq!(run.code, 2, "{name}");
        snapshot!(name, run);
    }
}

#[test]
fn certificates_that_cannot_be_read() {
    let folder = folder();
    let at = folder.path();
    let good = fs::read(examples().join(GOOD)).expect("a certificate");
    let mut future = good.clone();
    future[8] = future[8].wrapping_add(2);
    let mut flipped = good.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0x10;
    fs::write(at.join("empty.cov"), b"").expect("a file");
    fs::write(at.join("half.cov"), &good[..good.len() / 2]).expect("a file");
    fs::write(at.join("future.cov"), &future).expect("a file");
    fs::write(at.join("flipped.cov"), &flipped).expect("a file");
    fs::write(at.join("text.cov"), "not a certificate\n").expect("a file");
    fs::write(at.join("longer.cov"), [good.as_slice(), b"more"].concat()).expect("a file");
    fs::copy(root().join("examples/first_claim.ml"), at.join("source.ml")).expect("a file");
    fs::create_dir(at.join("folder")).expect("a folder");
    let number = regex::Regex::new(r"\d+").expect("a pattern");
    for file in [
        "missing.cov",
        "empty.cov",
        "half.cov",
        "future.cov",
        "flipped.cov",
        "text.cov",
        "longer.cov",
        "source.ml",
        "folder",
    ] {
        let name = format!("certificate-{}", file.split('.').next().expect("a name"));
        let run = covenant(at, &["audit", file]);
        assert_eq!(run.code, 2, "{name}: {}", run.shown());
        let message = normal(&run.stderr);
        // Numbers of bytes depend on the certificate.
        let message = number.replace_all(&message, "N").into_owned();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, message);
        });
    }
    // Every other command that reads a certificate says the same.
    for arguments in [&["show", "half.cov"][..], &["log", "half.cov"], &["export", "half.cov", "--rocq"]] {
        let other = covenant(at, arguments);
        assert_eq!(other.code, 2);
        assert!(other.stderr.contains("not a certificate"), "{}", other.shown());
    }
    let good = examples().join(GOOD);
    let diff = covenant(at, &["diff", good.to_str().expect("a path"), "future.cov"]);
    assert_eq!(diff.code, 2, "two versions are not compared: {}", diff.shown());
}

#[test]
fn no_such_node() {
    snapshot!("show-no-such-node", covenant(examples(), &["show", GOOD, "--node", "100000"]));
}

#[test]
fn policies_that_cannot_be_read() {
    let folder = folder();
    let policy = folder.path().join("policy.toml");
    fs::write(&policy, "evidence = [\"guessed\"]\n").expect("a file");
    let arguments = ["audit", GOOD, "--policy", policy.to_str().expect("a path")];
    snapshot!("policy-bad-evidence", covenant(examples(), &arguments));
    fs::write(&policy, "asumptions = []\n").expect("a file");
    snapshot!("policy-unknown-key", covenant(examples(), &arguments));
}

#[test]
fn missing_tools() {
    // A search path on which there is nothing.
    let empty = folder();
    let with = |arguments: &[&str]| {
        run(Command::new(binary())
            .args(arguments)
            .current_dir(examples())
            .env("PATH", empty.path())
            .env_remove("COQC"))
    };
    snapshot!("missing-z3", with(&["audit", GOOD, "--resolve", "z3"]));
    snapshot!("missing-cvc5", with(&["audit", GOOD, "--resolve", "both"]));
    let cache = empty.path().join("cache");
    snapshot!("missing-coqc", with(&["replay", GOOD, "--cache", cache.to_str().expect("a path")]));
    snapshot!("missing-doctor", with(&["doctor"]));
}

#[test]
fn nowhere_to_write() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("examples/first_claim.ml"), at.join("a.ml")).expect("a file");
    fs::write(at.join("taken"), "a file where a folder should be").expect("a file");
    snapshot!("write-into-a-file", covenant(at, &["check", "a.ml", "--out", "taken"]));
    // Below something that is not a folder.
    let nowhere = covenant(examples(), &["show", GOOD, "--html", "/dev/null/page.html"]);
    assert_eq!(nowhere.code, 2, "{}", nowhere.shown());
}

#[test]
fn a_full_disk() {
    let folder = folder();
    let at = folder.path();
    fs::copy(root().join("examples/first_claim.ml"), at.join("a.ml")).expect("a file");
    // Files may not grow beyond 2 KiB, as if the disk had no more.
    let tool = binary().display().to_string();
    let script = format!("trap '' XFSZ; ulimit -f 2; exec '{tool}' check a.ml --out out");
    let full = run(Command::new("bash").args(["-c", &script]).current_dir(at));
    assert_eq!(full.code, 2, "{}", full.shown());
    assert!(full.stderr.contains("cannot be written"), "{}", full.stderr);
    assert_eq!(fs::read_dir(at.join("out")).expect("the folder").count(), 0, "nothing half-written");
    // The device that is always full stays a device, and is reported.
    for arguments in
        [&["export", GOOD, "--rocq", "-o", "/dev/full"][..], &["show", GOOD, "--html", "/dev/full"]]
    {
        let full = covenant(examples(), arguments);
        assert_eq!(full.code, 2, "{}", full.shown());
        assert!(full.stderr.contains("/dev/full: cannot be written: no space left"), "{}", full.stderr);
        assert!(!fs::metadata("/dev/full").expect("a device").is_file());
    }
    // Output that did not arrive is no success.
    let folder = at.join("a.ml").display().to_string();
    for arguments in
        [format!("audit {GOOD} --json"), format!("check {folder} --out {}", at.join("o").display())]
    {
        let script = format!("exec '{tool}' {arguments} > /dev/full");
        let full = run(Command::new("bash").args(["-c", &script]).current_dir(examples()));
        assert_eq!(full.code, 2, "{}", full.shown());
        assert_eq!(full.stderr, "error: standard output cannot be written: no space left on device\n");
    }
}

#[test]
fn a_path_that_is_not_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let at = folder.path();
    let name = std::ffi::OsStr::from_bytes(b"n\xff.ml");
    fs::copy(root().join("examples/first_claim.ml"), at.join(name)).expect("a file");
    for arguments in [&["check", "--json"][..], &["check"]] {
        let done = run(Command::new(binary()).args(arguments).arg(name).current_dir(at));
        assert_eq!(done.code, 0, "{}", done.shown());
        assert!(done.stdout.contains("n\u{fffd}.ml"), "{}", done.stdout);
    }
    assert_eq!(covenant(at, &["audit", "--quiet", "covenant-out"]).code, 0);
}

#[test]
fn two_inputs_for_one_certificate() {
    let folder = folder();
    let at = folder.path();
    for sub in ["a", "b"] {
        fs::create_dir(at.join(sub)).expect("a folder");
        fs::copy(root().join("examples/first_claim.ml"), at.join(sub).join("same.ml")).expect("a file");
    }
    snapshot!("check-same-name", covenant(at, &["check", "a/same.ml", "b/same.ml"]));
    // Below one folder they have different places.
    assert_eq!(covenant(at, &["check", ".", "--out", "out"]).code, 0);
    assert!(at.join("out/a/same.short_list.cov").exists() && at.join("out/b/same.short_list.cov").exists());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let tool = binary().display().to_string();
    let out = folder();
    let check = format!("check examples --out '{}'", out.path().display());
    for (arguments, code) in [(format!("show {GOOD}"), 0), (check, 1)] {
        // The reader is gone before anything is written; the verdict is still the exit code.
        let command = format!("set -o pipefail; '{tool}' {arguments} | true");
        let run = run(Command::new("bash").args(["-c", &command]).current_dir(examples()));
        assert_eq!(run.code, code, "{}", run.shown());
        assert!(run.stderr.is_empty(), "{}", run.stderr);
    }
}

#[test]
fn interrupting_leaves_no_half_written_certificate() {
    let folder = folder();
    let at = folder.path();
    // Enough work to be in the middle of it.
    for i in 0..40 {
        fs::copy(root().join("examples/own_datatypes.ml"), at.join(format!("f{i}.ml"))).expect("a file");
    }
    let mut child = Command::new(binary())
        .args(["check", ".", "--out", "out", "--jobs", "1"])
        .current_dir(at)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the tool");
    // The first certificate shows that it is at work.
    let out = at.join("out");
    for _ in 0..600 {
        if fs::read_dir(&out).is_ok_and(|mut entries| entries.next().is_some()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    let mut complete = 0;
    for entry in fs::read_dir(&out).expect("certificates") {
        let path = entry.expect("an entry").path();
        // The list of what was written is complete or not there, like every file.
        if path.file_name().is_some_and(|name| name == ".covenant-outputs") {
            continue;
        }
        assert_eq!(path.extension().and_then(|e| e.to_str()), Some("cov"), "{}", path.display());
        let run = covenant(at, &["audit", "--quiet", path.to_str().expect("a path")]);
        assert_eq!(run.code, 0, "{}", run.shown());
        complete += 1;
    }
    assert!(complete > 0 && complete < 80, "{complete} certificates");
}
