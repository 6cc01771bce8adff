//! A project: `covenant.toml`, `init`, `--watch`, the page of all claims, and checks in parts.

use crate::support::{binary, covenant, folder, root};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const SOME: &str = "open Covenant_runtime\n\n\
    let small () : int = if bool_gen () then 0 else 1\n[@@covers {| M [v:int | 0 <= v && v <= 1] |}]\n\n\
    let three () : int = if bool_gen () then 0 else 2\n[@@covers {| M [v:int | 0 <= v && v <= 2] |}]\n";

#[test]
fn init_writes_a_project_that_can_be_checked() {
    let folder = folder();
    let at = folder.path();
    let done = covenant(at, &["check"]);
    assert!(
        done.code == 2 && done.stderr.contains("there is no covenant.toml here or above"),
        "{}",
        done.shown()
    );
    let done = covenant(at, &["init"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    assert_eq!(covenant(at, &["init"]).code, 2);
    fs::create_dir(at.join("below")).expect("a folder");
    for here in [at.to_owned(), at.join("below")] {
        let done = covenant(&here, &["check", "--confirm", "off", "--json"]);
        assert_eq!(done.code, 0, "{}", done.shown());
        assert!(done.stdout.contains("covenant_example.ml"), "{}", done.shown());
    }
    assert!(at.join("covenant-out").is_dir() && !at.join("below/covenant-out").exists());
}

#[test]
fn the_file_of_a_project_is_obeyed_and_mistakes_in_it_are_errors() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("a.ml"), SOME.replace("v <= 2", "v <= 2 && v <> 1")).expect("a file");
    let toml = "files = [\"a.ml\"]\nout = \"certs\"\n[gates]\nconfirm = \"off\"\nsecond-reading = \"off\"\n";
    fs::write(at.join("covenant.toml"), toml).expect("a file");
    let done = covenant(at, &["check", "--json"]);
    assert_eq!(done.code, 0, "{}", done.shown());
    let claim: Value = serde_json::from_str(done.stdout.lines().next().expect("a claim")).expect("JSON");
    assert_eq!(claim["second_reading"], "off");
    assert!(at.join("certs/a.small.cov").exists());
    // The command line counts more.
    assert_eq!(covenant(at, &["check", "--out", "other"]).code, 0);
    assert!(at.join("other/a.small.cov").exists());
    for (wrong, message) in [
        ("fils = []", "unknown field `fils`"),
        ("[limits]\neffort = 0", "limits.effort: a number from 1 to 1000"),
        ("[gates]\ndeny = [\"axioms\"]", "unknown variant `axioms`"),
        ("qcheck = \"new\"", "qcheck: a version has two numbers"),
        ("files = []", "names no files"),
    ] {
        fs::write(at.join("covenant.toml"), wrong).expect("a file");
        let done = covenant(at, &["check"]);
        assert!(done.code == 2 && done.stderr.contains(message), "{wrong}: {}", done.shown());
    }
}

#[test]
fn a_watched_file_is_checked_again_when_it_changes() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("a.ml"), SOME).expect("a file");
    let mut child = Command::new(binary())
        .args(["check", "a.ml", "--watch", "--json", "--confirm", "off", "--second-reading", "off"])
        .current_dir(at)
        .env("COVENANT_CACHE", "off")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the tool");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let mut next =
        || -> Value { serde_json::from_str(&lines.next().expect("a line").expect("a line")).expect("JSON") };
    let verdicts = [next(), next()].map(|claim| claim["verdict"].clone());
    assert_eq!(verdicts, ["valid", "rejected"]);
    fs::write(at.join("a.ml"), SOME.replace("then 0 else 2", "then 0 else if bool_gen () then 1 else 2"))
        .expect("a file");
    let verdicts = [next(), next()].map(|claim| claim["verdict"].clone());
    assert_eq!(verdicts, ["valid", "valid"]);
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(sent.success() && child.wait().expect("it ends").code() == Some(130));
}

#[test]
fn the_page_has_every_claim_and_nothing_leaves_its_place() {
    let folder = folder();
    let at = folder.path();
    let hostile = format!("{SOME}\n(* </script><script>alert(1)</script> *)\n");
    fs::write(at.join("a.ml"), hostile.replace("let three", "let three (* </script> *)")).expect("a file");
    let done =
        covenant(at, &["check", "a.ml", "--html", "page", "--confirm", "off", "--second-reading", "off"]);
    assert_eq!(done.code, 1, "{}", done.shown());
    let page = fs::read_to_string(at.join("page/index.html")).expect("a page");
    let data =
        page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let claims = data["claims"].as_array().expect("claims");
    assert_eq!(claims.iter().map(|claim| &claim["verdict"]).collect::<Vec<_>>(), ["valid", "rejected"]);
    assert_eq!(claims[1]["value"], "three () => 1");
    assert!(claims[1]["source"].to_string().contains("this allows it"));
    assert_eq!(page.matches("</script>").count(), 2);
}

/// The files of a folder that are certificates, with their bytes.
fn certificates(at: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(at).expect("a folder").map(|entry| entry.expect("an entry").path());
    let certificates = entries.filter(|path| path.extension().is_some_and(|ending| ending == "cov"));
    certificates
        .map(|path| {
            (
                path.file_name().expect("a name").to_string_lossy().into_owned(),
                fs::read(&path).expect("bytes"),
            )
        })
        .collect()
}

#[test]
fn parts_make_the_same_whole_and_a_missing_one_is_an_error() {
    let folder = folder();
    let at = folder.path();
    let quick = ["--confirm", "off", "--second-reading", "off"];
    fs::create_dir(at.join("src")).expect("a folder");
    for name in ["own_datatypes.ml", "first_claim.ml", "missing_value.ml"] {
        fs::copy(root().join("examples").join(name), at.join("src").join(name)).expect("a file");
    }
    let check = |more: &[&str]| covenant(at, &[&["check", "src"], more, &quick].concat());
    let whole = check(&["--out", "whole", "--json"]);
    assert_eq!(whole.code, 1, "{}", whole.shown());
    for part in ["1", "2", "3"] {
        let shard = format!("{part}/3");
        let done = check(&["--out", &format!("parts/{part}"), "--shard", &shard]);
        assert!(done.code <= 1, "{}", done.shown());
    }
    let merged = covenant(at, &["merge", "parts/3", "parts/1", "parts/2", "--out", "merged", "--json"]);
    assert_eq!(merged.code, 1, "{}", merged.shown());
    assert_eq!(certificates(&at.join("merged")), certificates(&at.join("whole")));
    let names = |text: &str| -> Vec<String> {
        let claims = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        claims.map(|claim| format!("{} {} {}", claim["file"], claim["claim"], claim["verdict"])).collect()
    };
    assert_eq!(names(&merged.stdout), names(&whole.stdout));

    let missing = covenant(at, &["merge", "parts/1", "parts/3"]);
    assert!(missing.code == 2 && missing.stderr.contains("part 2 of 3 is missing"), "{}", missing.shown());
    // A certificate that was changed on the way.
    let (name, folder) = (1..=3)
        .find_map(|part| {
            let folder = at.join(format!("parts/{part}"));
            certificates(&folder).into_keys().next().map(|name| (name, folder))
        })
        .expect("a certificate");
    fs::write(folder.join(&name), b"nothing").expect("a file");
    let changed = covenant(at, &["merge", "parts/1", "parts/2", "parts/3"]);
    assert!(changed.stderr.contains("not the certificate that was written"), "{}", changed.shown());
    // A part of other inputs.
    fs::write(at.join("src/first_claim.ml"), SOME).expect("a file");
    check(&["--out", "parts/2", "--shard", "2/3"]);
    let mixed = covenant(at, &["merge", "parts/1", "parts/2", "parts/3"]);
    assert!(mixed.stderr.contains("parts of different checks"), "{}", mixed.shown());
    let bad = check(&["--shard", "4/3"]);
    assert!(bad.code == 2 && bad.stderr.contains("which part, of how many"), "{}", bad.shown());
}

/// The commands of a Ninja file, as Ninja would run them: of parts first, then of what needs them.
fn commands(ninja: &str) -> Vec<String> {
    let mut rules: BTreeMap<&str, &str> = BTreeMap::new();
    let mut current = "";
    let mut builds: Vec<(&str, BTreeMap<&str, &str>)> = Vec::new();
    for line in ninja.lines() {
        if let Some(rule) = line.strip_prefix("rule ") {
            current = rule;
        } else if let Some(command) = line.strip_prefix("  command = ") {
            rules.insert(current, command);
        } else if let Some(build) = line.strip_prefix("build ") {
            let rule = build.split(": ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a rule");
            builds.push((rule, BTreeMap::new()));
        } else if let (Some((key, value)), Some(last)) = (line.trim().split_once(" = "), builds.last_mut()) {
            last.1.insert(key, value);
        }
    }
    let filled = |(rule, variables): &(&str, BTreeMap<&str, &str>)| {
        // Longer names first: `$folders` is not `$folder` and an s.
        let mut command = rules[rule].to_owned();
        for (key, value) in variables.iter().rev() {
            command = command.replace(&format!("${key}"), value);
        }
        command
    };
    builds.iter().map(filled).collect()
}

#[test]
fn a_plan_does_what_one_check_does() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("a.ml"), SOME).expect("a file");
    fs::copy(root().join("examples/own_datatypes.ml"), at.join("b.ml")).expect("a file");
    let plan = covenant(at, &["plan", "a.ml", "b.ml", "--shards", "2", "--ninja"]);
    assert_eq!(plan.code, 0, "{}", plan.shown());
    let tool = binary();
    let mut codes = Vec::new();
    for command in commands(&plan.stdout) {
        let path = format!(
            "{}:{}",
            tool.parent().expect("a folder").display(),
            std::env::var("PATH").unwrap_or_default()
        );
        // As Snakemake and GitHub do: the first command that fails ends the shell.
        let done = Command::new("sh")
            .args(["-e", "-c", &command])
            .current_dir(at)
            .env("PATH", path)
            .env("COVENANT_CACHE", "off")
            .output()
            .expect("a shell");
        codes.push(done.status.code());
    }
    // Parts have done their work although a claim is rejected; the whole ends with it.
    assert_eq!(codes, [Some(0), Some(0), Some(1)], "{}", plan.shown());
    let whole = covenant(at, &["check", "a.ml", "b.ml", "--out", "whole"]);
    assert_eq!(whole.code, 1);
    assert_eq!(certificates(&at.join("covenant-out")), certificates(&at.join("whole")));
    for form in ["--snakemake", "--github"] {
        let plan = covenant(at, &["plan", "a.ml", "b.ml", "--shards", "3", form]);
        assert!(
            plan.code == 0 && plan.stdout.contains("covenant check a.ml b.ml --shard "),
            "{}",
            plan.shown()
        );
        assert!(plan.stdout.contains("covenant merge "), "{}", plan.shown());
    }
    fs::write(at.join("c $(d).ml"), SOME).expect("a file");
    let odd = covenant(at, &["plan", "c $(d).ml", "--ninja"]);
    assert!(odd.code == 2 && odd.stderr.contains("letters, digits"), "{}", odd.shown());
}

/// A program `covenant` that runs the tool; of the second part, at first, it kills Ninja and ends.
const KILLS_NINJA_ONCE: &str = r#"#!/bin/sh
case " $* " in *" --shard 2/"*)
    if ! [ -e killed ]; then
        touch killed
        # The shell's parent.
        read -r _ _ _ ninja _ < "/proc/$PPID/stat"
        kill -9 "$ninja"
        exit 9
    fi;;
esac
exec "$TOOL" "$@"
"#;

#[test]
fn ninja_that_was_killed_goes_on_and_makes_the_same_certificates() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let at = folder.path();
    for example in ["first_claim", "own_datatypes"] {
        fs::copy(root().join(format!("examples/{example}.ml")), at.join(format!("{example}.ml")))
            .expect("a file");
    }
    let files = ["first_claim.ml", "own_datatypes.ml"];
    let whole = covenant(at, &["check", files[0], files[1], "--out", "whole"]);
    assert_eq!(whole.code, 0, "{}", whole.shown());
    let plan = covenant(at, &["plan", files[0], files[1], "--shards", "4", "--ninja"]);
    fs::write(at.join("build.ninja"), &plan.stdout).expect("a build file");
    fs::create_dir(at.join("bin")).expect("a folder");
    fs::write(at.join("bin/covenant"), KILLS_NINJA_ONCE).expect("a script");
    fs::set_permissions(at.join("bin/covenant"), fs::Permissions::from_mode(0o755)).expect("executable");
    let path = format!("{}:{}", at.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let ninja = || {
        let mut ninja = Command::new("ninja");
        ninja.args(["-k", "0", "-j", "2"]).current_dir(at).env("PATH", &path).env("TOOL", binary());
        ninja.env("COVENANT_CACHE", "off").output().expect("ninja (apt-get install ninja-build)")
    };
    let killed = ninja();
    assert!(at.join("killed").is_file() && killed.status.code().is_none(), "{killed:?}");
    assert!(!at.join("covenant-out").exists());
    let done = ninja();
    assert!(done.status.success(), "{done:?}");
    assert_eq!(certificates(&at.join("covenant-out")), certificates(&at.join("whole")));
}
