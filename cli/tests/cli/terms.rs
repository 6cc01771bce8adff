//! `covenant terms`: what comes out compiles, bad input is explained, and two compilers that differ are told apart.

use crate::support::{covenant, folder};
use std::fs;
use std::process::Command;

const LISTS: &str = "int list -> int list";

fn ocaml_accepts(folder: &std::path::Path, file: &str) {
    let compiled = Command::new("ocamlfind")
        .args(["ocamlc", "-w", "-a", "-c", file])
        .current_dir(folder)
        .output()
        .expect("OCaml is installed");
    assert!(compiled.status.success(), "{file}: {}", String::from_utf8_lossy(&compiled.stderr));
}

#[test]
fn ocaml_accepts_the_modules() {
    let folder = folder();
    let at = folder.path();
    fs::write(
        at.join("trees.ml"),
        "type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree\n\
         let rec size (t : 'a tree) : int = match t with Leaf -> 0 | Node (l, _, r) -> size l + 1 + size r\n\
         let single (x : 'a) : 'a tree = Node (Leaf, x, Leaf)\nval ( + ) : int -> int -> int\n",
    )
    .expect("a file");
    for (name, arguments) in [
        ("lists.ml", &["--type", LISTS, "--n", "300"][..]),
        ("tupled.ml", &["--type", LISTS, "--n", "200", "--tupled"]),
        ("local.ml", &["--type", LISTS, "--n", "100", "--local"]),
        ("poly.ml", &["--type", "('a -> 'b) -> 'a list -> 'b list", "--n", "100"]),
        ("open.ml", &["--type", ".. -> 'a list", "--n", "100", "--size", "20"]),
        ("functions.ml", &["--type", LISTS, "--n", "100", "--functions", "20"]),
        ("trees_terms.ml", &["--type", "int tree -> bool tree list", "--env", "trees.ml", "--n", "100"]),
    ] {
        let words = [&["terms", "--module", "--seed", "7", "-o", name], arguments].concat();
        let run = covenant(at, &words);
        assert_eq!(run.code, 0, "{name}: {}", run.stderr);
        ocaml_accepts(at, name);
    }
}

#[test]
fn the_same_seed_gives_the_same_terms() {
    let folder = folder();
    let words = ["terms", "--type", LISTS, "--n", "20", "--seed", "3"];
    let (first, second) = (covenant(folder.path(), &words), covenant(folder.path(), &words));
    assert_eq!(first.stdout, second.stdout);
    assert_eq!(first.stdout.lines().count(), 20);
    let other = covenant(folder.path(), &["terms", "--type", LISTS, "--n", "20", "--seed", "4"]);
    assert_ne!(first.stdout, other.stdout);
}

#[test]
fn the_summary_counts() {
    let folder = folder();
    let words = ["terms", "--type", LISTS, "--n", "300", "--json", "--summary"];
    let run = covenant(folder.path(), &words);
    let line: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let percent = |name: &str| {
        let share = &line[name];
        100.0 * share["used"].as_f64().expect("used") / share["all"].as_f64().expect("all")
    };
    assert!(percent("extensible") >= 95.0 && percent("parameters") >= 80.0, "{line}");
    assert!((percent("lets") - 100.0).abs() < f64::EPSILON, "{line}");
}

#[test]
fn bad_input_is_explained() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("void.ml"), "type void\nval absurd : void -> int\n").expect("a file");
    fs::write(at.join("untyped.ml"), "let f x = x\n").expect("a file");
    fs::write(at.join("weights.toml"), "var = 1\nvra = 2\n").expect("a file");
    for (arguments, part) in [
        (&["--type", "int lst"][..], "unknown type `lst`"),
        (&["--type", "int ->"], "expected a type"),
        (&["--type", "int -> void", "--env", "void.ml"], "no term of type `int -> void`"),
        (&["--type", "int", "--env", "untyped.ml"], "untyped.ml:1:7: `f` needs types"),
        (&["--type", "int", "--env", "missing.ml"], "missing.ml"),
        (&["--type", "int", "--weights", "weights.toml"], "weights.toml:2: there is no weight `vra`"),
        (&["--type", "int", "--size", "0"], "a number from 1"),
        (&[], "--type"),
        (&["--type", "int -> int -> int -> int", "--differential", "ocamlc"], "2 values required"),
        (
            &["--type", "int -> int", "--n", "5", "--differential", "no-such-compiler", "ocamlc"],
            "`no-such-compiler` could not be started",
        ),
        (
            &["--type", "int -> int -> (int -> int) list", "--differential", "ocamlc", "ocamlopt"],
            "functions are in it",
        ),
        (
            &["--type", "((int -> int) -> int) -> int", "--differential", "ocamlc", "ocamlopt"],
            "parameters are data, or functions from data to data",
        ),
        (
            &["--type", "int -> int", "--as", "haskell", "--env", "void.ml", "--module"],
            "void.ml are defined in OCaml, not in Haskell",
        ),
        (&["--type", "int -> int", "--as", "sexp", "--differential", "cat", "cat"], "OCaml or Haskell"),
        (&["--type", ".. -> int", "--differential", "ocamlc", "ocamlopt"], "differ from term to term"),
        (&["--type", "'a -> 'a", "--differential", "ocamlc", "ocamlopt"], "a type with variables"),
        (&["--type", "int", "--differential", " ", "ocamlopt"], "one is empty"),
        (&["--type", "(int, int) list"], "`list` takes 1 argument and has 2"),
        (
            &["--type", "int -> int", "--n", "3", "--differential", "false", "ocamlc"],
            "`false` refuses the module",
        ),
    ] {
        let run = covenant(at, &[&["terms"], arguments].concat());
        assert_eq!(run.code, 2, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
    }
    // The batch that the missing compiler did not get is kept.
    assert!(
        fs::read_to_string(at.join("covenant-terms/batch-0.ml")).is_ok_and(|text| text.contains("let t0"))
    );
}

#[test]
fn compilers_are_compared() {
    let folder = folder();
    let at = folder.path();
    let words = ["terms", "--type", LISTS, "--n", "80", "--differential", "ocamlc -w -a", "ocamlopt -w -a"];
    let run = covenant(at, &words);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("0 terms differ"), "{}", run.stdout);
}

/// A compiler that gets subtraction wrong is caught, and the term is shrunk to little more than a subtraction.
#[test]
fn a_wrong_compiler_is_caught() {
    let folder = folder();
    let at = folder.path();
    let wrong = at.join("wrong.sh");
    fs::write(&wrong, "sed '/^let t/s/ - / + /g' \"$1\" > wrong.ml && ocamlc -w -a -o \"$2\" wrong.ml\n")
        .expect("a file");
    let wrong = format!("sh {} {{in}} {{out}}", wrong.display());
    let words = [
        "terms",
        "--type",
        "int -> int",
        "--n",
        "60",
        "--size",
        "30",
        "--differential",
        "ocamlc -w -a",
        &wrong,
    ];
    let run = covenant(at, &words);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let shrunk = run.stdout.lines().find(|line| line.starts_with("  ")).expect("a term");
    assert!(shrunk.contains(" - ") && shrunk.len() < 40, "{}", run.stdout);
}

/// A compiler that hangs on the second batch: what it got is kept, and so is what was compared before.
#[test]
fn a_compiler_that_hangs_is_ended() {
    let folder = folder();
    let at = folder.path();
    let hangs = at.join("hangs.sh");
    fs::write(
        &hangs,
        "if [ -e seen ]; then exec sleep 600; fi; touch seen; exec ocamlc -w -a -o \"$2\" \"$1\"\n",
    )
    .expect("a file");
    let hangs = format!("sh {} {{in}} {{out}}", hangs.display());
    let words = [
        "terms",
        "--type",
        "int -> int",
        "--n",
        "6",
        "--size",
        "10",
        "--batch",
        "3",
        "--timeout",
        "20",
        "-o",
        "batches",
        "--differential",
        "ocamlc -w -a",
        &hangs,
    ];
    let run = covenant(at, &words);
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    for part in
        ["did not end within 20 s", "3 terms were compared before, 0 of them differ", "the batch is kept"]
    {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    for batch in ["batches/batch-0.ml", "batches/batch-3.ml"] {
        assert!(fs::read_to_string(at.join(batch)).is_ok_and(|text| text.contains("let t0")), "{batch}");
    }
}

/// Only calls, and calls for their arguments: such terms never end by themselves.
#[test]
fn weights_that_cannot_end_do() {
    let folder = folder();
    let at = folder.path();
    let none =
        ["var", "constant", "abs", "app_ext", "fun_var", "fun_const", "con", "bridge", "param", "let_"];
    let matches = ["match_local", "match_var", "match_", "early"];
    let mut text: String = none.iter().chain(&matches).map(|name| format!("{name} = 0\n")).collect();
    text.push_str("app = 1000000\n");
    fs::write(at.join("weights"), text).expect("a file");
    let run = covenant(at, &["terms", "--type", LISTS, "--n", "3", "--weights", "weights"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 3), "{}", run.stderr);
}

/// Is there a Haskell compiler? Tests that need one say so and do nothing without it.
fn ghc() -> bool {
    let found = Command::new("ghc").arg("--version").output().is_ok_and(|ended| ended.status.success());
    if !found {
        println!("skipped: ghc is not installed");
    }
    found
}

#[test]
fn haskell_is_compared() {
    if !ghc() {
        return;
    }
    let folder = folder();
    let at = folder.path();
    fs::write(
        at.join("trees.ml"),
        "type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree\nval ( + ) : int -> int -> int\n\
         val root : 'a tree -> 'a option\n",
    )
    .expect("a file");
    fs::write(
        at.join("trees.hs"),
        "(+) :: Int -> Int -> Int\n(+) = (P.+)\nroot :: Tree a -> Maybe a\nroot Leaf = Nothing\n\
         root (Node _ x _) = Just x\n",
    )
    .expect("a file");
    let lists: &[&str] = &["--type", LISTS];
    let trees =
        ["--type", "int tree -> (int * bool) option", "--env", "trees.ml", "--definitions", "trees.hs"];
    for types in [lists, &trees] {
        let words = [
            &["terms", "--n", "40", "--size", "30", "--as", "haskell"][..],
            types,
            &["--differential", "ghc -O0", "ghc -O0 -fobject-code"],
        ]
        .concat();
        let run = covenant(at, &words);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("40 terms") && run.stdout.contains(" 0 terms differ"), "{}", run.stdout);
    }
}

/// A Haskell compiler that drops what `seq` forces is caught.
#[test]
fn a_wrong_haskell_compiler_is_caught() {
    if !ghc() {
        return;
    }
    let folder = folder();
    let at = folder.path();
    let wrong = at.join("wrong.sh");
    fs::write(
        &wrong,
        "sed 's/^seq = P.seq$/seq = \\\\_ x -> x/' \"$1\" > wrong.hs && exec ghc -O0 -o \"$2\" wrong.hs\n",
    )
    .expect("a file");
    let wrong = format!("sh {} {{in}} {{out}}", wrong.display());
    let words =
        ["terms", "--type", LISTS, "--n", "8", "--as", "haskell", "--differential", "ghc -O0", &wrong];
    let run = covenant(at, &words);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let shrunk = run.stdout.lines().find(|line| line.starts_with("  ")).expect("a term");
    assert!(shrunk.contains("seq") && shrunk.len() < 120, "{}", run.stdout);
}

#[test]
fn growth_is_drawn() {
    let folder = folder();
    let words = ["terms", "--type", "int -> int", "--size", "10", "--seed", "2", "--grow", "grow.svg"];
    assert_eq!(covenant(folder.path(), &words).code, 0);
    let svg = fs::read_to_string(folder.path().join("grow.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.contains("1. Gen") && svg.contains('□'), "{svg}");
}
