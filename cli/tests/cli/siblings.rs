//! Files that use others of the same folder.

use crate::support::{covenant, folder};
use std::fs;
use std::path::Path;

const SHAPE: &str = "(* Shapes. *)\ntype t = Circle of int | Square of int | Point\n\nlet corner = 1\n\
    let gen_point = QCheck.Gen.return Point\n[@@covers {| [v:t |\n v = Point] |}]\n";

const TESTS: &str = "open QCheck.Gen\nopen Shape\n\n\
    let gen = oneof [ map (fun r -> Circle r) (1 -- 5); map (fun s -> Square s) (corner -- 5); gen_point ]\n\
    [@@covers {| [v:Shape.t | match v with Circle n | Square n -> 1 <= n && n <= 5 | Point -> true] |}]\n";

fn write(at: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = at.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

#[test]
fn types_and_values_of_the_next_file_are_read() {
    let folder = folder();
    let at = folder.path();
    write(at, &[("shape.ml", SHAPE), ("tests.ml", TESTS)]);
    let run = covenant(at, &["check", "tests.ml"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    assert!(run.stdout.contains("tests.ml is read with shape.ml"), "{}", run.shown());
    // Lines are those of the file, and the claim of the other file is not one of this.
    assert!(run.stdout.contains("tests.ml:4 "), "{}", run.shown());
    assert!(run.stdout.contains("1 claim: 1 valid"), "{}", run.shown());
    assert!(!run.stdout.contains("not confirmed"), "{}", run.shown());
    let certificate = fs::read_dir(at.join("covenant-out"))
        .expect("an output")
        .flatten()
        .find(|entry| entry.path().extension().is_some_and(|ending| ending == "cov"));
    let certificate = certificate.expect("a certificate").path();
    let audit = |expected: i32| {
        let certificate = certificate.to_string_lossy();
        let run = covenant(at, &["audit", &certificate, "--source", "tests.ml"]);
        assert_eq!(run.code == 0, expected == 0, "{}", run.shown());
    };
    audit(0);
    // Another file is another program.
    write(at, &[("shape.ml", &SHAPE.replace("corner = 1", "corner = 2"))]);
    audit(1);
    let run = covenant(at, &["check", "tests.ml"]);
    assert!(run.stdout.contains("1 claim: 1 rejected"), "{}", run.shown());
}

/// An interface hides what it hides, and a file with the name of a library's module hides that module.
#[test]
fn what_the_next_file_hides_is_hidden() {
    let mli = "type t = Circle of int | Square of int | Point\nval gen_point : t QCheck.Gen.t\n";
    let mapped = "let gen = QCheck.Gen.(map (fun l -> List.map (fun x -> x + 1) l) (list_size (0 -- 3) (0 -- 3)))\n\
        [@@covers {| [v:int list | v = [1]] |}]\n";
    let rows: [(&[(&str, &str)], &str); 3] = [
        (&[("shape.ml", SHAPE), ("shape.mli", mli), ("tests.ml", TESTS)], "corner"),
        (&[("list.ml", "let map f l = []"), ("tests.ml", mapped)], "List.map"),
        (&[("list.ml", "let s = {|a\nb|} let map f l = []"), ("tests.ml", mapped)], "List.map"),
    ];
    for (files, hidden) in rows {
        let folder = folder();
        write(folder.path(), files);
        let run = covenant(folder.path(), &["check", "tests.ml"]);
        assert!(run.code != 0 && !run.stdout.contains("valid  "), "{}", run.shown());
        assert!(run.shown().contains(hidden), "{}", run.shown());
    }
}

/// `open Shapes` is the library of the project: its modules, those that are not read too, and nothing else.
#[test]
fn libraries_of_the_project_are_read() {
    let folder = folder();
    let at = folder.path();
    let tests = "open Shapes\nlet gen = QCheck.Gen.(oneof [ return Shape.Dot; map (fun n -> Shape.Circle n) int ])\n\
        [@@covers {| [v:Shape.t | true] |}]\n";
    write(
        at,
        &[
            ("dune-project", "(lang dune 3.0)\n"),
            ("src/dune", "(library (name shapes))\n"),
            ("src/shape.ml", "type t = Dot | Circle of int\n"),
            ("src/other.ml", "let start = Sys.time ()\n"),
            ("test/dune", "(test (name tests) (libraries shapes qcheck))\n"),
            ("test/tests.ml", tests),
        ],
    );
    let run = covenant(at, &["check", "test/tests.ml", "--second-reading", "off"]);
    assert_eq!(run.code, 0, "{}", run.shown());
    assert!(run.stdout.contains("shapes/shape.ml"), "{}", run.shown());
    // What may be a module of the library is not that of OCaml; and a library that is not named is not seen.
    let hidden = "open Shapes\nlet gen = QCheck.Gen.(map (fun l -> List.length l) (list_size (0 -- 3) bool))\n\
        [@@covers {| [v:int | v = 1] |}]\n";
    write(at, &[("src/list.ml", "let length _ = 7"), ("test/tests.ml", hidden)]);
    let run = covenant(at, &["check", "test/tests.ml"]);
    assert_ne!(run.code, 0, "{}", run.shown());
    write(at, &[("test/dune", "(test (name tests) (libraries qcheck))\n"), ("test/tests.ml", tests)]);
    let run = covenant(at, &["check", "test/tests.ml"]);
    assert_eq!(run.code, 3, "{}", run.shown());
}

/// Two modules of one name are never taken for each other, and a file without QCheck is not read past a file that
/// stands for a module of OCaml's library.
#[test]
fn names_that_two_files_share_are_not_confused() {
    let keep = "let keep n = if n = 7 then 0 else n\n";
    let main = "module Other = struct let keep (n : int) = n end\n\
        let f = QCheck.Gen.map Third.O.keep (QCheck.Gen.int_bound 9)\n[@@covers {| [v:int | 0 <= v && v <= 9] |}]\n";
    let plain =
        "open Covenant_runtime\nlet f () : int = List.length [1; 2]\n[@@covers {| M [v:int | v = 2] |}]\n";
    let list = "let length _ = 7\n";
    let third = "module O = Other\n";
    check_says(&[("other.ml", keep), ("third.ml", third), ("tests.ml", main)], "Third.O.keep", false);
    check_says(&[("list.ml", list), ("tests.ml", plain)], "`List` is a module of the same project", false);
    check_says(&[("lists.ml", list), ("tests.ml", plain)], "1 claim: 1 valid", true);
    // In a claim, too.
    let claims = [
        "open Covenant_runtime\nlet f () : int list = [ 1 ]\n[@@covers {| M [v:int list | List.length v = 1 && v = [ 1 ]] |}]\n",
        "let f = QCheck.Gen.return [ 1 ]\n[@@covers {| [v:int list | List.length v = 1 && v = [ 1 ]] |}]\n",
    ];
    for text in claims {
        check_says(&[("list.ml", list), ("tests.ml", text)], "List", false);
        check_says(&[("lists.ml", list), ("tests.ml", text)], "1 claim: 1 valid", true);
    }
}

/// A file is read and compiled alone. Whatever a project puts under the names in it is seen all the same.
#[test]
fn what_dune_puts_around_a_file_is_not_overlooked() {
    const PLAIN: &str =
        "open Covenant_runtime\nlet f () : int = List.length [1; 2]\n[@@covers {| M [v:int | v = 2] |}]\n";
    const DRAWN: &str =
        "let f = QCheck.Gen.(map (fun x -> List.length [x]) int)\n[@@covers {| [v:int | v = 1] |}]\n";
    const LIST: &str = "let length _ = 7\n";
    const PROJECT: (&str, &str) = ("dune-project", "(lang dune 2.9)\n");
    let unqualified = "(include_subdirs unqualified)\n(executable (name tests))\n";
    let opened = "(executable (name tests) (flags (:standard -open Mine)))\n";
    let rows: [(&[(&str, &str)], &str); 13] = [
        (&[("dune", unqualified), ("sub/list.ml", LIST)], "`List`"),
        (&[("dune", "(include_subdirs qualified)"), ("list/other.ml", LIST)], "`List`"),
        (
            &[
                ("dune", "(executable (name tests) (libraries lists))"),
                ("l/dune", "(library (name lists) (wrapped false))"),
                ("l/list.ml", LIST),
            ],
            "`List`",
        ),
        (
            &[
                ("dune", "(executable (name tests) (libraries list))"),
                ("l/dune", "(library (name list))"),
                ("l/list.ml", LIST),
            ],
            "`List`",
        ),
        (
            &[
                ("dune", "(executable (name tests) (libraries lists))"),
                ("l/dune", "(library (name lists) (wrapped false) (modules :standard))"),
                ("l/list.ml", LIST),
            ],
            "`List`",
        ),
        (
            &[("dune", "(rule (targets list.ml) (action (write-file list.ml \"let length _ = 7\")))")],
            "`List`",
        ),
        (&[("dune", "(copy_files other/*.ml)"), ("other/list.ml", LIST)], "`List`"),
        (&[("list.mll", "{ let length _ = 7 }")], "`List`"),
        (&[("dune", opened)], "`Mine`"),
        (&[("dune", "(env (_ (flags (:standard -open Mine))))")], "`Mine`"),
        (&[("dune", "(executable (name tests) (flags (:include flags.sexp)))")], "flags that are computed"),
        (
            &[("dune", "(executable (name tests) (preprocess (action (run sed s/2/3/ %{input-file}))))")],
            "(preprocess (action",
        ),
        (&[("dune", "(include more.inc)"), ("more.inc", opened)], "`Mine`"),
    ];
    for (files, expected) in rows {
        for (text, word) in [(PLAIN, expected), (DRAWN, "")] {
            let all: Vec<_> = files.iter().copied().chain([PROJECT, ("tests.ml", text)]).collect();
            check_says(&all, word, false);
        }
    }
    // What is opened before the first line is opened in the other files, too.
    let dune = "(executable (name tests) (modules tests other) (flags (-open Mine)) (libraries mine))";
    let number = "let g = QCheck.Gen.return Other.n\n[@@covers {| [v:int | v = 2] |}]\n";
    let files = [
        PROJECT,
        ("dune", dune),
        ("other.ml", "let n = List.length [1; 2]\n"),
        ("mine/dune", "(library (name mine))"),
        ("mine/mine.ml", "module List = struct let length _ = 7 end\n"),
        ("tests.ml", number),
    ];
    check_says(&files, "", false);
    // Flags that say nothing about names, rewriters of attributes, and modules of other names change nothing.
    let fine = "(executable (name tests) (flags (:standard -w +a-4)) (preprocess (pps ppx_deriving.show)) (libraries str))";
    for text in [PLAIN, DRAWN] {
        check_says(
            &[PROJECT, ("dune", fine), ("sub/list.ml", LIST), ("other.ml", LIST), ("tests.ml", text)],
            "1 valid",
            true,
        );
    }
    let runtime = include_str!("../../../elaborator/ocaml/covenant_runtime.ml");
    check_says(&[("covenant_runtime.ml", runtime), ("tests.ml", PLAIN)], "1 valid", true);
    let vendored = [
        PROJECT,
        ("dune", "(executable (name tests) (libraries covenant-runtime))"),
        ("r/dune", "(library (name covenant_runtime) (public_name covenant-runtime) (wrapped false))"),
        ("r/covenant_runtime.ml", runtime),
        ("tests.ml", PLAIN),
    ];
    check_says(&vendored, "1 valid", true);
    let other = runtime.replace("let bool_gen ()", "let bool_gen_ ()");
    check_says(&[("covenant_runtime.ml", &other), ("tests.ml", PLAIN)], "`Covenant_runtime`", false);
}

fn check_says(files: &[(&str, &str)], expected: &str, valid: bool) {
    let folder = folder();
    let at = folder.path();
    write(at, files);
    let run = covenant(at, &["check", "tests.ml"]);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(said.contains(expected), "{}", run.shown());
    assert_eq!(run.code == 0, valid, "{}", run.shown());
}
