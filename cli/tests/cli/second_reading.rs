//! The second reading: OCaml's own front end reads what the built-in reader reads, on every file of the
//! repository; where it does not, nothing is valid; where there is no OCaml, everything works as before.

use crate::support::{Run, binary, copy, covenant, folder, root, run};
use covenant_cli::ocaml::read::{Reader, SecondReading};
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// The suites, with the number of claims that both readers read alike.
const SUITES: [(&str, u64); 19] = [
    ("examples", 9),
    ("benchmarks/table3", 16),
    ("benchmarks/table3-incomplete", 46),
    ("benchmarks/table4", 25),
    ("benchmarks/table4-incomplete", 32),
    ("benchmarks/table6", 32),
    ("benchmarks/table6-incomplete", 20),
    ("benchmarks/table7", 19),
    ("benchmarks/table7-incomplete", 14),
    ("benchmarks/heldout", 88),
    ("benchmarks/heldout-incomplete", 109),
    ("benchmarks/heldout2", 58),
    ("benchmarks/heldout2-incomplete", 58),
    ("benchmarks/heldout3", 56),
    ("benchmarks/heldout3-incomplete", 100),
    ("benchmarks/techniques", 17),
    ("benchmarks/techniques-incomplete", 13),
    ("benchmarks/everyday", 28),
    ("benchmarks/everyday-incomplete", 21),
];

const ONE_CLAIM: &str = "open Covenant_runtime\n\
    let f () = if bool_gen () then 1 else 2\n\
    [@@covers {| unit -> [v:int | v = 1 || v = 2] |}]\n";

fn lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).expect("an object per line")).collect()
}

/// Files with claims that are not read alike, and the number of claims that are.
fn agree(path: &Path) -> (u64, String) {
    let run = covenant(&root(), &["agree", "--json", &path.to_string_lossy()]);
    let found = lines(&run);
    assert!(!found.is_empty(), "{}: {}", path.display(), run.shown());
    let (mut same, mut others) = (0, String::new());
    for file in &found {
        if file["reading"] == "same" {
            same += file["claims"].as_u64().expect("a number");
        } else if file["claims"] != 0 {
            let _ = writeln!(others, "{file}");
        }
    }
    (same, others)
}

/// A measure over a parameter that only the claim names, called like a predicate of the file; and results whose
/// type only an annotation settles.
#[test]
fn names_of_claims_and_annotated_results_are_no_difference() {
    let folder = folder();
    let text = "open Covenant_runtime\n\
        let[@predicate] size (l : int list) : int = 0\n\
        let rec f (n : int) : int = if n = 0 then 0 else f (n - 1)\n\
        [@@measure size] [@@covers {| size:nat -> [v:int | v = 0] |}]\n\
        let fails () : int = err ()\n\
        [@@covers {| unit -> [v:int | false] |}]\n\
        let g () : int = if bool_gen () then 1 else fails ()\n\
        [@@covers {| unit -> [v:int | v = 1] |}]\n";
    fs::write(folder.path().join("a.ml"), text).expect("a file");
    let run = covenant(folder.path(), &["check", "a.ml", "--json"]);
    let claims = lines(&run);
    assert_eq!(claims.len(), 3, "{}", run.shown());
    for claim in claims {
        assert_eq!(
            (&claim["verdict"], &claim["second_reading"]),
            (&"valid".into(), &"same".into()),
            "{claim}"
        );
    }
}

#[test]
fn every_suite_is_read_the_same() {
    for (suite, expected) in SUITES {
        let (same, others) = agree(&root().join(suite));
        assert_eq!(others, "", "{suite}");
        assert_eq!(same, expected, "{suite}");
    }
}

/// Files that use QCheck, with an interface that stands for the library's. Those with modules of their own, optional
/// parameters, polymorphic variants, arrays or inline records are read once.
#[test]
fn qcheck_generators_are_read_the_same() {
    for (suite, expected, once) in [("benchmarks/qcheck", 85, 10), ("benchmarks/qcheck-incomplete", 75, 7)] {
        let (same, others) = agree(&root().join(suite));
        assert!(others.lines().all(|line| line.contains("\"reading\":\"absent\"")), "{others}");
        assert_eq!((same, others.lines().count()), (expected, once), "{suite}: {others}");
    }
}

/// What if the built-in reader had read other generators?
#[test]
fn another_generator_is_noticed() {
    let own = "open QCheck.Gen\nlet g = oneof [ return 1; map (fun x -> x + 1) (0 -- 3) ]\n\
        [@@covers {| [v:int | 1 <= v && v <= 4] |}]\n";
    let reader = Reader::prepare().expect("OCaml is installed (`cargo xtask test` installs it)");
    let module = covenant_front::load("a.ml", own).expect("it is OCaml");
    assert_eq!(module.units.len(), 1, "{:?}", module.diagnostics);
    assert_eq!(reader.read(own, &module), SecondReading::Same);
    let changes = [
        ("0 -- 3", "0 -- 4"),
        ("return 1;", "return 1; return 2;"),
        ("x + 1", "x + 2"),
        ("1 <= v", "0 <= v"),
    ];
    for (from, to) in changes {
        let found = reader.read(&own.replacen(from, to, 1), &module);
        assert_eq!(found.word(), "differs", "{to}: {found:?}");
    }
    // A name that means something else is noticed, if what it means can be read.
    let hidden = own.replacen("Gen\n", "Gen\nlet ( -- ) a b = int_range b (a + b)\n", 1);
    assert_ne!(reader.read(&hidden, &module), SecondReading::Same);
}

/// A module that OCaml does not find gets an interface made from its uses, so that the rest of the file is read twice.
#[test]
fn a_module_that_is_not_found_does_not_end_the_second_reading() {
    let own = "open Covenant_runtime\n\
        let seen (x : Elsewhere.t) (y : (int, bool) Elsewhere.Inner.u) = Elsewhere.Inner.look x ~deep:y\n\
        let limit = 3\n\
        let f () : int = int_range 0 limit\n\
        [@@covers {| M [v:int | 0 <= v && v <= 3] |}]\n\
        let main () = Runner.run \"all\" [ Runner.case \"f\" (fun () -> Elsewhere.check (f ())) ]\n";
    let reader = Reader::prepare().expect("OCaml is installed (`cargo xtask test` installs it)");
    let module = covenant_front::load("a.ml", own).expect("it is OCaml");
    assert_eq!(module.units.len(), 1, "{:?}", module.diagnostics);
    assert_eq!(reader.read(own, &module), SecondReading::Same);
    for (from, to, word) in [
        ("limit = 3", "limit = 4", "differs"),
        ("let f ()", "let int_range a _ = a\nlet f ()", "differs"),
        ("v <= 3]", "v <= 2]", "differs"),
        ("let f ()", "let x = nowhere\nlet f ()", "refused"),
        // It may define any name.
        ("let f ()", "open Elsewhere\nlet f ()", "absent"),
        ("let f ()", "include Elsewhere\nlet f ()", "absent"),
        ("let f ()", "module E = Elsewhere\nopen E\nlet f ()", "absent"),
        ("int_range 0 limit", "Elsewhere.(int_range 0 limit)", "absent"),
        ("int_range 0 limit", "let open Elsewhere in int_range 0 limit", "absent"),
        ("let f ()", "let g = function Elsewhere.(0) -> 0 | n -> n\nlet f ()", "absent"),
        ("let f ()", "module S = Set.Make (Elsewhere)\nlet f ()", "absent"),
        ("let f ()", "module S = Elsewhere.Make (Int)\nlet f ()", "absent"),
        ("let f ()", "let g = Elsewhere.Made 3\nlet f ()", "absent"),
        ("let f ()", "let g r = r.Elsewhere.made\nlet f ()", "absent"),
    ] {
        let found = reader.read(&own.replacen(from, to, 1), &module);
        assert_eq!(found.word(), word, "{to}: {found:?}");
    }
}

/// Programs whose scope, precedence and literals are OCaml's: those of `same_as_ocaml.rs`.
#[test]
fn programs_of_the_comparison_with_ocaml_are_read_the_same() {
    let text = fs::read_to_string(root().join("elaborator/tests/same_as_ocaml.ml")).expect("programs");
    let sources = folder();
    let mut read = 0;
    for (index, block) in text.split("(*== ").skip(1).enumerate() {
        let (header, code) = block.split_once("*)").expect("a header");
        let code = code.trim();
        let source = format!("open Covenant_runtime\n{code}\n[@@covers {{| unit -> [v:int | v = 0] |}}]\n");
        fs::write(sources.path().join(format!("p{index:03}.ml")), source).expect("a file");
        read += u64::from(header.trim_end().ends_with("read"));
    }
    let (same, others) = agree(sources.path());
    assert_eq!(others, "");
    assert!(same >= read && read > 150, "{same} claims, {read} programs");
}

/// No program of an attack is read alike by both readers: each is declined by one of them, or read differently.
#[test]
fn what_only_looks_the_same_is_not_valid() {
    let claim = "[@@covers {| unit -> [v:int | v = 1] |}]";
    let attacks = [
        (
            "opens: again",
            format!(
                "open Covenant_runtime\nlet bool_gen () = true\nopen Covenant_runtime\nlet f () = if bool_gen () then 1 else 0\n{claim}"
            ),
        ),
        (
            "opens: forced",
            format!(
                "open Covenant_runtime\nlet ( + ) a _ = a\nopen! Stdlib\nlet f () = 1 + 0\n{claim}\nlet g () = 0 + 1\n{claim}"
            ),
        ),
        (
            "opens: included",
            format!(
                "open Covenant_runtime\nlet fst (_, b) = b\ninclude Stdlib\nlet f () = fst (1, 2)\n{claim}"
            ),
        ),
        ("extension", format!("open Covenant_runtime\nlet f () = if%flip true then 1 else 2\n{claim}")),
        ("extension: let", format!("open Covenant_runtime\nlet f () = let%bind x = 1 in x\n{claim}")),
        ("lexing: raw name", format!("open Covenant_runtime\nlet f () = let \\#x = 1 in \\#x\n{claim}")),
        (
            "comment without end",
            format!("open Covenant_runtime\nlet f () = 1\n{claim}\n(* let g () = 2\n{claim}"),
        ),
        (
            "types: another module's",
            format!(
                "open Covenant_runtime\nlet f () = let x : Float.t = 0. in if x = x then 1 else 2\n{claim}\nlet g (x : Float.t) (y : Float.t) : int = if x = y then 1 else 1\n[@@covers {{| x:{{v:float | true}} -> y:{{v:float | true}} -> [v:int | v = 1] |}}]"
            ),
        ),
        ("type error", format!("open Covenant_runtime\nlet g () : int = \"one\"\nlet f () = 1\n{claim}")),
    ];
    let sources = folder();
    let mut wrong = String::new();
    for (name, text) in &attacks {
        let path = sources.path().join("attack.ml");
        fs::write(&path, format!("{text}\n")).expect("a file");
        let run = covenant(sources.path(), &["check", "attack.ml", "--json"]);
        if run.code == 0 {
            let _ = writeln!(wrong, "{name}: {}", run.shown());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_ocaml_refuses_is_declined_in_its_words() {
    let sources = folder();
    let text = ONE_CLAIM.replace("then 1", "then \"one\"").replace("else 2", "else \"two\"");
    fs::write(sources.path().join("a.ml"), format!("{ONE_CLAIM}let g : int = bool_gen ()\n"))
        .expect("a file");
    fs::write(sources.path().join("b.ml"), text).expect("a file");
    let run = covenant(sources.path(), &["check", "a.ml", "--out", "out"]);
    assert_ne!(run.code, 0, "{}", run.shown());
    assert!(!sources.path().join("out/a.f.cov").exists());
    assert_ne!(covenant(sources.path(), &["check", "b.ml"]).code, 0);
}

/// A module of another file says nothing against this one.
#[test]
fn a_module_that_is_not_found_is_no_refusal() {
    let sources = folder();
    let written = |text: &str| fs::write(sources.path().join("a.ml"), text).expect("a file");
    written(&format!("{ONE_CLAIM}let x = Elsewhere.x\n"));
    let run = covenant(sources.path(), &["agree", "a.ml"]);
    assert_eq!(lines(&run)[0]["reading"], "same", "{}", run.shown());
    // It may define any name.
    written(&format!("{ONE_CLAIM}include Elsewhere\n"));
    let run = covenant(sources.path(), &["agree", "a.ml"]);
    let found = lines(&run);
    assert_eq!(found[0]["reading"], "absent", "{}", run.shown());
    assert!(found[0]["why"].as_str().is_some_and(|why| why.contains("`Elsewhere`")), "{}", run.shown());
}

/// Checks one claim, with an environment of its own.
fn check_one(more: &[&str], environment: impl FnOnce(&mut Command)) -> (Run, Value) {
    let sources = folder();
    fs::write(sources.path().join("a.ml"), ONE_CLAIM).expect("a file");
    let mut command = Command::new(binary());
    command.args(["check", "a.ml", "--json"]).args(more).current_dir(sources.path());
    environment(&mut command);
    let run = run(&mut command);
    let claim = lines(&run).into_iter().next().unwrap_or_default();
    (run, claim)
}

#[test]
fn without_ocaml_everything_works_and_says_so() {
    let empty = folder();
    let (run, claim) = check_one(&[], |command| {
        command.env("PATH", empty.path());
    });
    assert_eq!((run.code, &claim["verdict"]), (0, &Value::from("valid")), "{}", run.shown());
    assert_eq!(claim["second_reading"], "absent");
    assert_eq!(claim["second_reading_why"], "`ocamlfind ocamlc` is not installed");
    let (run, claim) = check_one(&["--second-reading", "require"], |command| {
        command.env("PATH", empty.path());
    });
    assert_eq!((run.code, &claim["verdict"]), (3, &Value::from("unknown")), "{}", run.shown());
    let (run, claim) = check_one(&["--second-reading", "off"], |_| {});
    assert_eq!((run.code, &claim["second_reading"]), (0, &Value::from("off")), "{}", run.shown());
    let (run, claim) = check_one(&["--second-reading", "require"], |_| {});
    assert_eq!((run.code, &claim["second_reading"]), (0, &Value::from("same")), "{}", run.shown());
}

/// A compiler that the reader does not know is no reader, and no error.
#[test]
fn an_unknown_compiler_is_no_reader() {
    let programs = folder();
    let fake = programs.path().join("ocamlfind");
    fs::write(&fake, "#!/bin/sh\necho 9.99.0\n").expect("a program");
    fs::set_permissions(&fake, fs::Permissions::from_mode(0o755)).expect("permissions");
    let (run, claim) = check_one(&[], |command| {
        command.env("PATH", format!("{}:/usr/bin:/bin", programs.path().display()));
    });
    assert_eq!((run.code, &claim["second_reading"]), (0, &Value::from("absent")), "{}", run.shown());
    assert_eq!(claim["second_reading_why"], "the reader does not know OCaml 9.99.0");
}

#[test]
fn the_cache_may_be_missing_unwritable_or_damaged() {
    let nowhere = ["XDG_CACHE_HOME", "HOME"];
    let (run, claim) = check_one(&[], |command| {
        nowhere.iter().for_each(|name| {
            command.env_remove(name);
        });
    });
    assert_eq!(claim["second_reading"], "same", "{}", run.shown());
    let (run, claim) = check_one(&[], |command| {
        command.env("XDG_CACHE_HOME", "/dev/null/nothing");
    });
    assert_eq!(claim["second_reading"], "same", "{}", run.shown());
    let cache = folder();
    let with_cache = |command: &mut Command| {
        command.env("XDG_CACHE_HOME", cache.path());
    };
    let (run, claim) = check_one(&[], with_cache);
    assert_eq!(claim["second_reading"], "same", "{}", run.shown());
    let kept: Vec<_> = fs::read_dir(cache.path().join("covenant"))
        .expect("a cache")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("covenant-read").exists())
        .collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    for damage in ["covenant-read", "covenant_runtime.cmi"] {
        let file = kept[0].join(damage);
        let before = fs::read(&file).expect("a file");
        fs::write(&file, &before[..before.len() / 2]).expect("damage");
        let (run, claim) = check_one(&[], with_cache);
        assert_eq!(claim["verdict"], "valid", "{damage}: {}", run.shown());
        fs::write(&file, &before).expect("repair");
    }
    fs::remove_file(kept[0].join("covenant_formula.cmi")).expect("damage");
    let (run, claim) = check_one(&[], with_cache);
    assert_eq!(claim["second_reading"], "same", "{}", run.shown());
}

/// Several processes fill an empty cache at once.
#[test]
fn processes_that_fill_the_cache_at_once_do_not_disturb_each_other() {
    let cache = folder();
    let sources = folder();
    copy(&root().join("examples"), sources.path());
    let start = || {
        Command::new(binary())
            .args(["agree", "first_claim.ml"])
            .current_dir(sources.path())
            .env("XDG_CACHE_HOME", cache.path())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("the tool starts")
    };
    let children: Vec<_> = (0..4).map(|_| start()).collect();
    for child in children {
        let ended = child.wait_with_output().expect("the tool ends");
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert!(said.contains("\"reading\":\"same\""), "{said}");
    }
    let left = fs::read_dir(cache.path().join("covenant")).expect("a cache").count();
    assert_eq!(left, 1, "one folder is kept, and nothing half made");
}

/// Random programs mean the same to Covenant and to OCaml: scope, precedence, evaluation, patterns, records,
/// strings, recursion, draws. `cargo xtask fuzz` runs more of them.
#[test]
fn random_programs_mean_what_ocaml_makes_of_them() {
    let out = folder();
    let run = covenant(out.path(), &["fuzz", "--against-ocaml", "--runs", "20", "--seed", "0"]);
    let counts = lines(&run).pop().unwrap_or_default();
    assert_eq!((run.code, &counts["different"]), (0, &Value::from(0)), "{}", run.shown());
    assert!(counts["generators"].as_u64().is_some_and(|n| n >= 50), "{counts}");
}
