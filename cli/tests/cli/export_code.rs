//! Generators as code: what is exported compiles, runs under QCheck and proptest, and draws only
//! what the specification allows.

use crate::support::{covenant, folder, root, run};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Values that are drawn of each generator and checked against its specification.
const VALUES: usize = 300;

/// Files, generators, and arguments that are the same in both languages.
const GENERATORS: [(&str, &str, &[&str]); 11] = [
    ("table3/sorted_list.ml", "sorted_list", &["4", "0"]),
    ("table3/sized_bst.ml", "sized_bst", &["3", "0", "9"]),
    ("table3/red_black_tree.ml", "red_black_tree", &["5", "false", "2"]),
    ("table3/sized_list.ml", "sized_list", &["5"]),
    ("heldout/combinators_used.ml", "nonzero", &[]),
    ("heldout/combinators_used.ml", "fraction", &[]),
    ("heldout/unsized_even_naturals.ml", "even_natural", &[]),
    ("heldout/interval.ml", "interval", &["-3", "4"]),
    ("pitfalls/division_by_choice.ml", "divisor", &[]),
    ("pitfalls/fig4_low_bound.ml", "bst_gen_low_bound", &["0"]),
    ("heldout-incomplete/list_zipper_focus_first.ml", "zipper", &["2"]),
];

/// Exports a file into a folder as a module that is named after it.
fn export(folder: &Path, file: &str, form: &str, extension: &str) -> String {
    let path = root().join("benchmarks").join(file);
    let module = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let target = folder.join(format!("{module}.{extension}"));
    let (path, target) = (path.display().to_string(), target.display().to_string());
    let run = covenant(folder, &["export", &path, form, "-o", &target]);
    assert_eq!(run.code, 0, "{file}: {}", run.shown());
    module
}

#[test]
fn qcheck_modules_compile_and_draw_what_the_specification_allows() {
    let folder = folder();
    let (mut modules, mut tests) = (Vec::new(), String::new());
    for (file, name, args) in GENERATORS {
        let module = export(folder.path(), file, "--qcheck", "ml");
        let path = {
            let mut chars = module.chars();
            let first = chars.next().expect("a name").to_ascii_uppercase();
            format!("{first}{}", chars.as_str())
        };
        let args: Vec<String> = if args.is_empty() {
            vec!["()".to_owned()]
        } else {
            args.iter().map(|a| format!("({a})")).collect()
        };
        let args = args.join(" ");
        let _ = writeln!(
            tests,
            "  QCheck.Test.make ~count:{VALUES} ~name:\"{name}\" (QCheck.make ({path}.{name} {args})) ({path}.{name}_spec {args});"
        );
        if !modules.contains(&format!("{module}.ml")) {
            modules.push(format!("{module}.ml"));
        }
    }
    let main = format!("let () = exit (QCheck_base_runner.run_tests ~verbose:true [\n{tests}])\n");
    fs::write(folder.path().join("main.ml"), main).expect("a test");
    let compiled = run(Command::new("ocamlfind")
        .args(["ocamlc", "-package", "qcheck", "-linkpkg", "-o", "tests"])
        .args(&modules)
        .arg("main.ml")
        .current_dir(folder.path()));
    assert_eq!(compiled.code, 0, "{}", compiled.shown());
    let tested = run(Command::new(folder.path().join("tests")).current_dir(folder.path()));
    assert_eq!(tested.code, 0, "{}", tested.shown());
    assert!(tested.stdout.contains(&format!("ran {} tests", GENERATORS.len())), "{}", tested.shown());
}

#[test]
fn what_qcheck_draws_has_all_sizes() {
    let folder = folder();
    export(folder.path(), "table3/sorted_list.ml", "--qcheck", "ml");
    export(folder.path(), "table3/sized_bst.ml", "--qcheck", "ml");
    let main = r#"
        let rec depth = function Sized_bst.Leaf -> 0 | Sized_bst.Node (_, l, r) -> 1 + max (depth l) (depth r)
        let count draw size most =
          let state = Random.State.make [| 7 |] in
          let counts = Array.make (most + 1) 0 in
          for _ = 1 to 1000 do
            let n = size (draw state) in
            counts.(n) <- counts.(n) + 1
          done;
          print_endline (String.concat " " (List.map string_of_int (Array.to_list counts)))
        let () = count (Sorted_list.sorted_list 10 0) List.length 10
        let () = count (Sized_bst.sized_bst 5 0 1000) depth 5"#;
    fs::write(folder.path().join("main.ml"), main).expect("a program");
    let compiled = run(Command::new("ocamlfind")
        .args(["ocamlc", "-package", "qcheck", "-linkpkg", "-o", "sizes"])
        .args(["sorted_list.ml", "sized_bst.ml", "main.ml"])
        .current_dir(folder.path()));
    assert_eq!(compiled.code, 0, "{}", compiled.shown());
    let drawn = run(&mut Command::new(folder.path().join("sizes")));
    let rows: Vec<Vec<u32>> = drawn
        .stdout
        .lines()
        .map(|line| line.split(' ').map(|count| count.parse().expect("a number")).collect())
        .collect();
    // Of 1,000 sorted lists with a fair coin, 776 are empty and none has five elements.
    assert_eq!(rows.len(), 2, "{}", drawn.shown());
    assert!(
        rows[0].iter().all(|count| *count < 250) && rows[0][..8].iter().all(|count| *count > 20),
        "{rows:?}"
    );
    // Of trees of depth at most five, half are empty, and few are neither that nor full.
    assert!(rows[1].iter().all(|count| (40..500).contains(count)), "{rows:?}");
}

/// Three alternatives with weights of 1, 2 and 5, and a coin with weights of its own.
const WEIGHED: &str = "\
open Covenant_runtime

type shape = Point | Line of int | Area of bool

let shape () : shape =
  if bool_gen () then (Point [@weight 1])
  else if bool_gen () then (Line (int_gen ()) [@weight 2])
  else begin
    let closed = (bool_gen () [@weight 4, 1]) in
    Area closed [@weight 5]
  end
[@@covers {| M [v:shape | true] |}]
";

#[test]
fn what_qcheck_draws_is_weighed_as_the_source_says() {
    let folder = folder();
    fs::write(folder.path().join("shapes.ml"), WEIGHED).expect("a file");
    let checked = covenant(folder.path(), &["check", "shapes.ml", "--confirm", "off"]);
    assert_eq!(checked.code, 0, "{}", checked.shown());
    let exported = covenant(folder.path(), &["export", "shapes.ml", "--qcheck", "-o", "gens.ml"]);
    assert_eq!(exported.code, 0, "{}", exported.shown());
    let main = r#"
        let () =
          let state = Random.State.make [| 7 |] in
          let counts = Array.make 4 0 in
          for _ = 1 to 8000 do
            let n = match Gens.shape () state with Point -> 0 | Line _ -> 1 | Area false -> 2 | Area true -> 3 in
            counts.(n) <- counts.(n) + 1
          done;
          print_endline (String.concat " " (List.map string_of_int (Array.to_list counts)))"#;
    fs::write(folder.path().join("main.ml"), main).expect("a program");
    let compiled = run(Command::new("ocamlfind")
        .args(["ocamlc", "-package", "qcheck", "-linkpkg", "-o", "weights", "gens.ml", "main.ml"])
        .current_dir(folder.path()));
    assert_eq!(compiled.code, 0, "{}", compiled.shown());
    let drawn = run(&mut Command::new(folder.path().join("weights")));
    let counts: Vec<i32> = drawn.stdout.split_whitespace().map(|n| n.parse().expect("a number")).collect();
    let near = |count: i32, expected: i32| (count - expected).abs() < 150;
    let expected = [1000, 2000, 1000, 4000];
    assert!(counts.iter().zip(expected).all(|(count, expected)| near(*count, expected)), "{counts:?}");

    // A weight that would take a value away, or that says nothing, is no weight.
    for (wrong, said) in [
        ("weight 5", "weight 0"),
        ("weight 5", "weight x"),
        ("(bool_gen () [@weight 4, 1])", "(1 < 2 [@weight 3])"),
    ] {
        let text = WEIGHED.replace(wrong, said);
        fs::write(folder.path().join("wrong.ml"), &text).expect("a file");
        let checked = covenant(folder.path(), &["check", "wrong.ml", "--confirm", "off"]);
        assert!(checked.code != 0 && checked.stderr.contains("weight"), "{said}: {}", checked.shown());
    }
}

/// A library that was built for these tests.
fn library(name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("the path of this test");
    let folder = own.parent().expect("a folder");
    let prefix = format!("lib{name}-");
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .expect("libraries")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            file.starts_with(&prefix) && file.ends_with(".rlib")
        })
        .collect();
    found.sort_by_key(|path| fs::metadata(path).and_then(|m| m.modified()).ok());
    found.pop().unwrap_or_else(|| panic!("{name} was not built"))
}

#[test]
fn proptest_modules_compile_and_draw_what_the_specification_allows() {
    let folder = folder();
    let (mut modules, mut tests) = (String::new(), String::new());
    for (file, name, args) in GENERATORS {
        let module = export(folder.path(), file, "--proptest", "rs");
        let declared = format!("mod {module};\n");
        if !modules.contains(&declared) {
            modules.push_str(&declared);
        }
        let args = args.join(", ");
        let comma = if args.is_empty() { "" } else { ", " };
        let _ = writeln!(
            tests,
            "    runner().run(&{module}::{name}({args}), |v| {{ proptest::prop_assert!({module}::{name}_spec({args}{comma}&v), \"{name} {{v:?}}\"); Ok(()) }}).unwrap();"
        );
    }
    let main = format!(
        "{modules}fn runner() -> proptest::test_runner::TestRunner {{\n    proptest::test_runner::TestRunner::new(proptest::test_runner::Config {{ cases: {VALUES}, failure_persistence: None, ..Default::default() }})\n}}\nfn main() {{\n{tests}}}\n"
    );
    fs::write(folder.path().join("main.rs"), main).expect("a test");
    let proptest = library("proptest");
    let libraries = proptest.parent().expect("a folder");
    let compiled = run(Command::new("rustc")
        .args(["--edition", "2024", "main.rs", "-o", "tests", "-L"])
        .arg(format!("dependency={}", libraries.display()))
        .arg("--extern")
        .arg(format!("proptest={}", proptest.display()))
        .current_dir(folder.path()));
    assert_eq!(compiled.code, 0, "{}", compiled.shown());
    let tested = run(Command::new(folder.path().join("tests")).current_dir(folder.path()));
    assert_eq!(tested.code, 0, "{}", tested.shown());
}

#[test]
fn what_cannot_be_exported_is_said_by_name() {
    let folder = folder();
    let file = root().join("benchmarks/heldout/combinators_used.ml").display().to_string();
    let run = covenant(folder.path(), &["export", &file, "--proptest"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    assert!(run.stderr.contains("not exported: `union`"), "{}", run.shown());
    assert!(run.stdout.contains("pub fn fraction()"), "{}", run.shown());
    let run = covenant(folder.path(), &["export", &file, "--proptest", "--gen", "union"]);
    assert_ne!(run.code, 0, "{}", run.shown());
    let run = covenant(folder.path(), &["export", &file, "--qcheck", "--gen", "nobody"]);
    assert!(run.stderr.contains("there are: union, pair"), "{}", run.shown());
}

/// Types and functions of a file that are called like what the written code uses for OCaml's own.
const OWN_NAMES: &str = "open Covenant_runtime
type 'a option = None | Some of 'a | Both
let not (b : bool) : bool = if b then false else bool_gen ()
[@@covers {| b:bool -> [v:bool | not b || not v] |}]
let weighed () : int option = if bool_gen () then (Both [@weight 3]) else Some (int_gen ())
[@@covers {| M [v:int option | v <> None] |}]
type list = Nil | Cons of int * list
let short () : list = if bool_gen () then Nil else Cons (int_gen (), Nil)
[@@covers {| M [v:list | v = Nil] |}]
";

#[test]
fn names_of_the_file_are_kept_apart_from_those_of_the_written_code() {
    let folder = folder();
    fs::write(folder.path().join("own.ml"), OWN_NAMES).expect("a file");
    let exported = covenant(folder.path(), &["export", "own.ml", "--qcheck", "-o", "gens.ml"]);
    assert_eq!(exported.code, 0, "{}", exported.shown());
    let compile = ["ocamlc", "-package", "qcheck", "-c", "gens.ml"];
    let compiled = run(Command::new("ocamlfind").args(compile).current_dir(folder.path()));
    assert_eq!(compiled.code, 0, "{}", compiled.shown());
    // One module cannot have both.
    let two = "let one () : int option = None [@@covers {| M [v:int option | v = None] |}]\n";
    let text = OWN_NAMES.replacen("open Covenant_runtime\n", &format!("open Covenant_runtime\n{two}"), 1);
    fs::write(folder.path().join("own.ml"), text).expect("a file");
    let exported = covenant(folder.path(), &["export", "own.ml", "--qcheck", "-o", "gens.ml"]);
    assert!(exported.stderr.contains("two different types are called `option`"), "{}", exported.shown());
}
