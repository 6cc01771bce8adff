//! Confirmed by running: what OCaml makes of the programs that claims were proved about.

use crate::snapshot;
use crate::support::{binary, copy, covenant, folder, root, run};
use covenant_cli::ocaml::Ocaml;
use covenant_cli::ocaml::confirm::{Claim, Confirmation, Outcome, confirm};
use covenant_front as front;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

fn ocaml() -> &'static Ocaml {
    Ocaml::find().expect("`ocamlfind` is installed (`cargo xtask test` installs it)")
}

/// What OCaml says about the claims of one file, planned from another one: they may be the same.
fn asked(planned: &Path, source: &Path) -> BTreeMap<String, Confirmation> {
    let text = |path: &Path| fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let module = front::load("plan.ml", &text(planned)).expect("a file that is read");
    let claims: Vec<Claim<'_>> =
        module.units.iter().map(|unit| Claim { name: &unit.claim, statement: &unit.statement }).collect();
    let answers = confirm(ocaml(), &text(source), &claims);
    assert_eq!(answers.len(), claims.len());
    claims.iter().map(|claim| claim.name.to_owned()).zip(answers).collect()
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(root().join(folder))
        .unwrap_or_else(|e| panic!("{folder}: {e}"))
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "ml"))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{folder}");
    found
}

/// Confirms every claim of a suite, all of which hold, and counts by outcome.
fn suite(folder: &str) -> (BTreeMap<&'static str, usize>, Vec<String>) {
    let (mut outcomes, mut others) = (BTreeMap::new(), Vec::new());
    for path in programs(folder) {
        for (claim, answer) in asked(&path, &path) {
            match answer {
                Confirmation::Confirmed(confirmed) => {
                    for (outcome, n) in confirmed.outcomes {
                        *outcomes.entry(outcome.word()).or_insert(0) += n;
                    }
                }
                Confirmation::NotConfirmed(why) => others.push(format!("{claim}: {why}")),
                Confirmation::Disagrees(found) => panic!("{}: {claim}: {found:?}", path.display()),
            }
        }
    }
    (outcomes, others)
}

#[test]
fn every_value_of_table_3_is_confirmed() {
    let (outcomes, others) = suite("benchmarks/table3");
    assert!(others.is_empty(), "{others:?}");
    assert_eq!(outcomes.values().sum::<usize>(), 16 * 40, "{outcomes:?}");
    assert_eq!(outcomes.get("unknown"), None, "{outcomes:?}");
}

/// OCaml contradicts no claim of a suite whose claims hold. The only ones that cannot be asked are about all
/// functions of a type.
#[test]
fn no_valid_suite_is_contradicted() {
    let (mut outcomes, mut not_asked) = (BTreeMap::new(), Vec::new());
    for name in ["table4", "table6", "table7", "heldout", "heldout2", "heldout3", "techniques"] {
        let (found, others) = suite(&format!("benchmarks/{name}"));
        for (outcome, n) in found {
            *outcomes.entry(outcome).or_insert(0) += n;
        }
        not_asked.extend(others);
    }
    let all: usize = outcomes.values().sum();
    let unknown = outcomes.get(Outcome::Unknown.word()).copied().unwrap_or(0);
    assert!(unknown * 100 <= all, "{outcomes:?}");
    assert!(all > 7_000, "{outcomes:?}");
    not_asked.retain(|why| !why.ends_with("it is about all functions or predicates of a type"));
    assert!(not_asked.is_empty(), "{not_asked:?}");
}

/// Generators of QCheck, with modules that stand for the library. What cannot be asked: a type with inline records, whose
/// values have no literals here, and a claim whose values are too long to be planned.
#[test]
fn no_qcheck_generator_is_contradicted() {
    let (outcomes, others) = suite("benchmarks/qcheck");
    let unknown = outcomes.get(Outcome::Unknown.word()).copied().unwrap_or(0);
    let all: usize = outcomes.values().sum();
    // Long strings and lists whose draws are not planned are searched for, within bounds.
    assert!(unknown * 5 <= all && all > 1_500, "{outcomes:?}");
    let known = |why: &String| {
        why.contains("the calls cannot be written from outside")
            || why.contains("no promised value was found")
    };
    assert!(others.len() <= 3 && others.iter().all(known), "{others:?}");
}

/// The program of a QCheck claim, and OCaml of another text, as if it had been misread: every kind of generator.
#[test]
fn a_qcheck_generator_that_does_less_is_noticed() {
    let rows = [
        ("let g = QCheck.Gen.(oneof [ return 1; return 2 ])", "return 2", "return 1", "g"),
        ("let g = QCheck2.Gen.(pair (0 -- 3) (0 -- 3))", "(0 -- 3))", "(0 -- 2))", "g"),
        ("let g = QCheck.(option (0 -- 3))", "option", "option ~ratio:1.", "g"),
        ("let g n = QCheck.Gen.(list_repeat n bool)", "list_repeat n", "list_repeat (n + 1)", "g"),
        ("let g ~low = QCheck.Gen.int_range low 3", "low 3", "low 2", "g"),
        ("let g = QCheck.Gen.(frequency [ (1, return 1); (2, return 2) ])", "(2,", "(0,", "g"),
    ];
    let claims = [
        "[v:int | v = 1 || v = 2]",
        "[v:int * int | 0 <= fst v && fst v <= 3 && 0 <= snd v && snd v <= 3]",
        "[v:int option | v = None || v = Some 3]",
        "n:{v:int | 0 <= v && v <= 2} -> [v:bool list | len v = n]",
        "low:{v:int | 0 <= v && v <= 3} -> [v:int | low <= v && v <= 3]",
        "[v:int | v = 1 || v = 2]",
    ];
    for ((text, from, to, name), claim) in rows.into_iter().zip(claims) {
        let source = format!("{text}\n[@@covers {{| {claim} |}}]\n");
        let module = front::load("a.ml", &source).expect("OCaml");
        let unit = module.units.first().unwrap_or_else(|| panic!("{text}: {:?}", module.diagnostics));
        let claims = [Claim { name, statement: &unit.statement }];
        let said = |source: &str| confirm(ocaml(), source, &claims).pop().expect("an answer");
        assert!(matches!(said(&source), Confirmation::Confirmed(_)), "{text}: {:?}", said(&source));
        let other = source.replacen(from, to, 1);
        assert_ne!(other, source);
        assert!(matches!(said(&other), Confirmation::Disagrees(_)), "{other}: {:?}", said(&other));
    }
}

/// The plan of a generator, and OCaml of a variant of it that misses values: nothing about the
/// variant is known to the plan, as if it had been misread.
#[test]
fn a_program_that_does_less_than_was_proved_is_noticed() {
    let complete = programs("benchmarks/table3");
    let (mut noticed, mut missed) = (0, Vec::new());
    for variant in programs("benchmarks/table3-incomplete") {
        let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let own = name(&variant);
        let of =
            complete.iter().filter(|path| own.starts_with(&name(path))).max_by_key(|path| name(path).len());
        let Some(of) = of else { continue };
        let text = fs::read_to_string(&variant).expect("a variant");
        let lacking: Vec<&str> = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("(* missing: ")?.split_whitespace().next())
            .collect();
        let answers = asked(of, &variant);
        let about = |(claim, _): &(&String, &Confirmation)| lacking.contains(&claim.as_str());
        if !answers.iter().any(|answer| about(&answer)) {
            continue;
        }
        let found = |(_, answer): (&String, &Confirmation)| matches!(answer, Confirmation::Disagrees(_));
        if answers.iter().filter(about).any(found) { noticed += 1 } else { missed.push(own) }
    }
    assert!(noticed >= 30, "{noticed} variants");
    assert!(noticed * 100 >= 95 * (noticed + missed.len()), "{noticed} noticed, not: {missed:?}");
}

#[test]
fn a_disagreement_says_what_was_asked_and_what_came() {
    let proved = "open Covenant_runtime\nlet f () : bool * int = (bool_gen (), 3)\n\
                  [@@covers {| unit -> [v:bool * int | snd v = 3] |}]\n";
    let runs = "let f () : bool * int = let _ = bool_gen () in (true, 3)\n";
    let module = front::load("f.ml", proved).expect("a program");
    let claims: Vec<Claim<'_>> =
        module.units.iter().map(|unit| Claim { name: &unit.claim, statement: &unit.statement }).collect();
    let answers = confirm(ocaml(), runs, &claims);
    let [Confirmation::Disagrees(found)] = &answers[..] else { panic!("{answers:?}") };
    let case = found.case.as_ref().expect("a case");
    assert_eq!(case.outcome, Outcome::Refuted);
    assert_eq!((case.call.as_str(), case.value.as_str()), ("f ()", "(false, 3)"));
    assert_eq!(case.draws.as_deref(), Some("false"));
    assert!(found.instead.starts_with("returns <0:1,3>"), "{}", found.instead);
}

/// A file with a claim that holds, and one more item.
fn with_item(item: &str) -> String {
    format!(
        "open Covenant_runtime\n{item}\nlet f () : int = int_range 0 2\n\
         [@@covers {{| unit -> [v:int | 0 <= v && v <= 2] |}}]\n"
    )
}

/// What OCaml says about the claim of [`with_item`] with nothing added, when this runs instead.
fn instead(item: &str) -> Confirmation {
    let module = front::load("f.ml", &with_item("")).expect("a program");
    let claims: Vec<Claim<'_>> =
        module.units.iter().map(|unit| Claim { name: &unit.claim, statement: &unit.statement }).collect();
    confirm(ocaml(), &with_item(item), &claims).pop().expect("an answer")
}

#[test]
fn what_a_file_does_while_it_is_initialised() {
    let confirmed = [
        "",
        "let () = print_string (String.make 3_000_000 'x')",
        "let () = prerr_string (String.make 3_000_000 'x')",
        "let () = print_endline \"initialised\\t0\\ncase\\t0\\tsame\"",
        "let () = at_exit (fun () -> print_string \"bye\")",
        "let () = if int_gen () = 7 then exit 1",
    ];
    for item in confirmed {
        let answer = instead(item);
        let Confirmation::Confirmed(found) = &answer else { panic!("{item}: {answer:?}") };
        assert_eq!((found.values(), found.asked), (3, 3), "{item}");
    }
    for item in ["let () = exit 0", "let () = exit 3"] {
        let answer = instead(item);
        let Confirmation::NotConfirmed(why) = &answer else { panic!("{item}: {answer:?}") };
        assert!(why.starts_with("the program ends while the file is initialised"), "{why}");
    }
    let refused = [
        ("let () = failwith \"no\"", "fails while it initialises the file: exception Failure(\"no\")"),
        ("let () = Covenant_runtime.choice := (fun _ -> 0)", "refuses the file: line 2: Unbound value"),
        ("let x = 1 + \"a\"", "refuses the file: line 2: This expression has type string"),
        ("let x = if%flip true then 3 else 4", "refuses the file: line 2: Uninterpreted extension 'flip'"),
        ("let x = ", "refuses the file: line 5: Syntax error"),
        ("let int_range _ _ = 1", "returns 1"),
        ("let int_range _ _ = let rec loop n = loop (bool_gen () || n) in loop true", "draws a choice of 2"),
    ];
    for (item, expected) in refused {
        let answer = instead(item);
        let Confirmation::Disagrees(found) = &answer else { panic!("{item}: {answer:?}") };
        assert!(found.instead.starts_with(expected), "{item}: {}", found.instead);
    }
    let answer = instead("open Some_library");
    let Confirmation::NotConfirmed(why) = &answer else { panic!("{answer:?}") };
    assert!(why.contains("Unbound module Some_library"), "{why}");
    // What the runtime draws from has no name for a program.
    let answer = instead("let () = Covenant_draws.choice := (fun _ -> 0)");
    assert!(matches!(answer, Confirmation::NotConfirmed(_)), "{answer:?}");
}

#[test]
fn notation_that_is_not_ocaml_is_taken_out_and_the_rest_is_run() {
    let file = root().join("examples/poirot_notation.ml");
    let answers = asked(&file, &file);
    assert!(matches!(answers["short_list"], Confirmation::Confirmed(_)), "{answers:?}");
}

/// The fields of the claims that `check --json` prints, and the exit code.
fn checked(folder: &Path, arguments: &[&str], search_path: Option<&Path>) -> (Vec<Value>, i32) {
    let mut command = Command::new(binary());
    command.args(["check", "--json"]).args(arguments).current_dir(folder);
    if let Some(path) = search_path {
        command.env("PATH", path);
    }
    let done = run(&mut command);
    let lines = done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    (lines.collect(), done.code)
}

#[test]
fn confirming_can_be_required_and_turned_off() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("f.ml"), with_item("")).expect("a file");
    let nothing = here.join("empty");
    fs::create_dir(&nothing).expect("a folder");

    let (claims, code) = checked(here, &["f.ml"], None);
    assert_eq!((code, &claims[0]["confirmed"]["values"]), (0, &Value::from(3)));
    assert_eq!(claims[0]["confirmed"]["ocaml"], ocaml().version);
    assert_eq!(claims[0]["confirmed"]["outcomes"]["same"], 3);
    assert_eq!(claims[0]["not_confirmed"], Value::Null);

    let (claims, code) = checked(here, &["f.ml", "--confirm", "require"], None);
    assert_eq!((code, &claims[0]["denied"]), (0, &Value::Array(Vec::new())));

    let (claims, code) = checked(here, &["f.ml", "--confirm", "off"], None);
    assert_eq!((code, &claims[0]["confirmed"]), (0, &Value::Null));
    assert_eq!(claims[0]["not_confirmed"], Value::Null);

    let (claims, code) = checked(here, &["f.ml"], Some(&nothing));
    assert_eq!((code, &claims[0]["confirmed"]), (0, &Value::Null));
    assert!(claims[0]["not_confirmed"].as_str().is_some_and(|why| why.contains("no OCaml")));

    let (claims, code) = checked(here, &["f.ml", "--confirm", "require"], Some(&nothing));
    assert_eq!(code, 1, "{claims:?}");
    assert!(claims[0]["denied"][0].as_str().is_some_and(|why| why.contains("no OCaml")));
}

/// An OCaml that reads the program in another way than it was proved: a compiler that changes one word of
/// it stands for a mistake in the translation.
#[test]
fn a_claim_that_ocaml_contradicts_is_not_certified() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("f.ml"), with_item("")).expect("a file");
    assert_eq!(covenant(here, &["check", "f.ml"]).code, 0);
    let certificate = here.join("covenant-out/f.f.cov");
    assert!(certificate.exists());

    let real = Command::new("sh").args(["-c", "command -v ocamlfind"]).output().expect("a path");
    let real = String::from_utf8(real.stdout).expect("text");
    let bin = here.join("bin");
    fs::create_dir(&bin).expect("a folder");
    let other = format!(
        "#!/bin/sh\ntest ! -f covenant_subject.ml || sed -i 's/int_range 0 2/int_range 0 1/' covenant_subject.ml\n\
         exec {} \"$@\"\n",
        real.trim()
    );
    fs::write(bin.join("ocamlfind"), other).expect("a script");
    fs::set_permissions(bin.join("ocamlfind"), fs::Permissions::from_mode(0o755)).expect("a program");
    let search_path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let check = |more: &[&str]| {
        run(Command::new(binary())
            .args(["check", "f.ml"])
            .args(more)
            .env("PATH", &search_path)
            .current_dir(here))
    };
    let done = check(&[]);
    assert!(!certificate.exists(), "it would vouch for what OCaml contradicts");
    let claim: Value = serde_json::from_str(&check(&["--json"]).stdout).expect("JSON");
    assert_eq!((&claim["verdict"], &claim["declined"]), (&Value::from("unknown"), &Value::from(true)));
    assert_eq!((&claim["reason"], &claim["certificate"]), (&Value::from("translation"), &Value::Null));
    assert_eq!(claim["disagreement"]["call"], "f ()");
    assert_eq!(done.code, 3);
    snapshot!("confirm-contradicted", done);
}

#[test]
fn nothing_is_left_behind() {
    let folder = folder();
    let temporary = folder.path().join("tmp");
    fs::create_dir(&temporary).expect("a folder");
    copy(&root().join("examples"), &folder.path().join("examples"));
    let done = run(Command::new(binary())
        .args(["check", "examples/repaired.ml"])
        .env("TMPDIR", &temporary)
        .env("XDG_CACHE_HOME", folder.path().join("cache"))
        .current_dir(folder.path()));
    assert_eq!(done.code, 0, "{}", done.shown());
    assert!(done.stdout.contains("confirmed by OCaml"), "{}", done.shown());
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}
