//! Programs that OCaml reads otherwise than they look, and their good neighbours: the corpus of
//! `benchmarks/attacks`, each file with its class in the header. And bombs, counted in steps.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{accepted, load, report};

fn corpus(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/attacks").join(folder);
    let entries = std::fs::read_dir(root).expect("the corpus is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    assert!(files.len() > 50, "{folder} is nearly empty");
    files
}

/// Something is wrong with each, and no claim is read but those that the header names.
#[test]
fn attacks_are_refused() {
    for path in corpus("refused") {
        let text = std::fs::read_to_string(&path).expect("readable");
        let header = text.lines().filter_map(|line| line.strip_prefix("(* read: "));
        let expected: BTreeSet<&str> = header.map(|line| line.trim_end_matches("*)").trim()).collect();
        let Ok(module) = load("attack.ml", &text) else {
            assert!(expected.is_empty(), "{}", path.display());
            continue;
        };
        assert!(!module.is_clean(), "{}: nothing is said about it", path.display());
        let read: BTreeSet<&str> = module.units.iter().map(|unit| unit.claim.as_str()).collect();
        assert_eq!(read, expected, "{}\n{}", path.display(), report(&module.diagnostics));
    }
}

#[test]
fn good_neighbours_are_read() {
    for path in corpus("good") {
        let text = std::fs::read_to_string(&path).expect("readable");
        assert!(!accepted(&text).units.is_empty(), "{}", path.display());
    }
}

const CLAIM: &str = "[@@covers {| unit -> [v:int | true] |}]\n";

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(line).collect()
}

/// Each grows exponentially in some part of the front end: types, abbreviations, patterns, tests of
/// purity, inlining, formulas. The budget ends it, at a place that is named.
#[test]
fn bombs_run_out_of_steps() {
    let nested = "dup (".repeat(60) + "0" + &")".repeat(60);
    let bombs = [
        format!(
            "let f () : int = let x0 = 0 in {} int_gen ()\n{CLAIM}",
            lines(60, |i| format!("let x{} = (x{i}, x{i}) in\n", i + 1))
        ),
        format!("let dup x = (x, x)\nlet f () : int = let y = {nested} in int_gen ()\n{CLAIM}"),
        format!(
            "type t0 = int * int\n{}let f (x : t40) : int = 0\n[@@covers {{| x:t40 -> [v:int | true] |}}]\n",
            lines(40, |i| format!("type t{} = t{i} * t{i}\n", i + 1))
        ),
        format!(
            "let f () : int = match ({}) with ({}) -> 0 | _ -> int_gen ()\n{CLAIM}",
            vec!["int_gen ()"; 30].join(", "),
            vec!["(0 | 1)"; 30].join(", ")
        ),
        format!(
            "let c0 = 1\n{}let f () : int = c30\n{CLAIM}",
            lines(30, |i| format!("let c{} = {}\n", i + 1, vec![format!("c{i}"); 12].join(" + ")))
        ),
        format!(
            "let f0 (x : int) : int = x\n{}let f () : int = f50 (int_gen ())\n{CLAIM}",
            lines(50, |i| format!("let f{} (x : int) : int = f{i} (f{i} x)\n", i + 1))
        ),
        format!(
            "let a0 (g : int -> int) (x : int) : int = g (g x)\n{}let f () : int = a20 (fun x -> x) 0\n{CLAIM}",
            lines(20, |i| format!("let a{} (g : int -> int) (x : int) : int = a{i} (a{i} g) x\n", i + 1))
        ),
    ];
    for bomb in bombs {
        let module = load("bomb.ml", &bomb).unwrap_or_else(|diagnostics| panic!("{}", report(&diagnostics)));
        assert!(module.units.is_empty(), "{bomb}");
        assert!(!module.is_clean() && module.declined.iter().any(|claim| claim.claim == "f"), "{bomb}");
    }
}

/// The types of the runtime module are known by name, so that an `open` that hides one is noticed.
#[test]
fn the_types_of_the_runtime_are_listed() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ocaml/covenant_runtime.ml");
    let text = std::fs::read_to_string(path).expect("the runtime module");
    let known = crate::parse::TYPES_OF_RUNTIME;
    let mut found = 0;
    for line in text.lines().filter_map(|line| line.strip_prefix("type ")) {
        let name = line.split(" =").next().and_then(|left| left.split_whitespace().last());
        assert!(known.contains(&name.expect("a name")), "{line}");
        found += 1;
    }
    assert_eq!(found, 8);
}
