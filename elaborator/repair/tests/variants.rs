//! A sample of the paper's variants, from the file to the proved text; the whole is in the benchmark
//! (`covenant-benchmarks repair`).

use covenant_elaborator::pipeline::{self, Verdict};
use covenant_repair::{
    ClaimRepair, Options, Outcome, Repair, Request, Wishes, apply, repair_claim, unified_diff,
};
use std::path::Path;

fn variant(name: &str) -> (String, String) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/repair").join(format!("{name}.ml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let missing = text.lines().find_map(|line| line.strip_prefix("(* missing: ")).expect("a missing value");
    let claim = missing.split(' ').next().expect("a function").to_owned();
    (text, claim)
}

fn options() -> Options {
    Options { check: pipeline::Options { jobs: 1, ..pipeline::Options::default() }, ..Options::default() }
}

fn repair(text: &str, claim: &str, options: &Options) -> ClaimRepair {
    repair_claim(&Request { file: "a.ml", text, claim }, options)
}

fn first(result: ClaimRepair) -> Repair {
    match result.outcome {
        Outcome::Repaired(found) => found.into_iter().next().expect("a repair"),
        other => panic!("{other:?}"),
    }
}

/// The lines that a repair adds.
fn added(text: &str, repair: &Repair) -> Vec<String> {
    let diff = unified_diff("a.ml", text, &repair.text);
    let lines = diff.lines().filter(|line| line.starts_with('+') && !line.starts_with("+++"));
    lines.map(|line| line[1..].trim().to_owned()).collect()
}

fn solves(name: &str, expected: &[&str]) {
    let (text, claim) = variant(name);
    let repair = first(repair(&text, &claim, &options()));
    assert_eq!(repair.report.verdict, Verdict::Valid, "{name}");
    assert_eq!(repair.excess, None, "{name}");
    assert_eq!(added(&text, &repair), expected, "{name}");
    assert_eq!(apply(&text, &repair.edits), repair.text, "{name}");
}

#[test]
fn deleted_leaves_are_found_again() {
    solves("sized_list_1", &["if size = 0 then []"]);
    solves("duplicate_list_2", &["else x :: duplicate_list (size - 1) x"]);
    solves("unique_list_2", &["if mem tail head then err () else head :: tail"]);
    solves(
        "even_list_4",
        &["if n = 0 then [ 2 * int_gen () ]", "else if bool_gen () then even_list (n - 1)"],
    );
    solves("red_black_tree_6", &["else red_black_tree (fuel - 1) true height"]);
}

#[test]
fn a_sketch_becomes_a_generator() {
    solves(
        "complete_tree_sketch",
        &[
            "if size = 0 then Leaf",
            "else Node (int_gen (), complete_tree (size - 1), complete_tree (size - 1))",
        ],
    );
}

#[test]
fn what_is_repaired_needs_no_repair() {
    let (text, claim) = variant("sized_tree_sketch");
    let repaired = first(repair(&text, &claim, &options())).text;
    assert!(matches!(repair(&repaired, &claim, &options()).outcome, Outcome::NothingToRepair(_)));
}

#[test]
fn two_runs_give_the_same_bytes() {
    let (text, claim) = variant("even_list_sketch");
    let runs: Vec<Repair> = [1, 2]
        .into_iter()
        .map(|jobs| {
            let mut options = options();
            options.check.jobs = jobs;
            first(repair(&text, &claim, &options))
        })
        .collect();
    assert_eq!(runs[0].text, runs[1].text);
    assert_eq!(runs[0].report.hash, runs[1].report.hash);
}

/// One wrong sub-expression is changed where it stands; nothing is added.
#[test]
fn a_wrong_sub_expression_is_changed() {
    let text = "open Covenant_runtime\n\nlet rec f (n : int) : int list =\n  if n = 0 then []\n  else if bool_gen () then [] else nat_gen () :: f (n - 1)\n[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]\n";
    let repair = first(repair(text, "f", &options()));
    assert_eq!(added(text, &repair), ["else if bool_gen () then [] else int_gen () :: f (n - 1)"]);
}

#[test]
fn without_what_it_needs_there_is_a_message() {
    let (text, claim) = variant("duplicate_list_sketch");
    let wishes = Wishes { without: vec!["[]".to_owned(), claim.clone()], ..Wishes::default() };
    let result = repair(&text, &claim, &Options { wishes, ..options() });
    let Outcome::NoRepair(why) = &result.outcome else { panic!("{:?}", result.outcome) };
    assert!(why.contains("no term") && why.contains("--components"), "{why}");
}

#[test]
fn the_callee_is_blamed() {
    let text = "open Covenant_runtime\n\nlet g () : int = nat_gen ()\n[@@covers {| M [v:int | true] |}]\n\nlet f () : int = g ()\n[@@covers {| M [v:int | true] |}]\n";
    let result = repair(text, "f", &options());
    let Outcome::NoRepair(why) = &result.outcome else { panic!("{:?}", result.outcome) };
    assert!(why.contains("because `g` is incomplete") && why.contains("--gen g"), "{why}");
    assert_eq!(added(text, &first(repair(text, "g", &options()))), ["let g () : int = int_gen ()"]);
}

#[test]
fn crlf_and_comments_stay() {
    let text = "open Covenant_runtime\r\n\r\nlet rec f (n : int) : int list =\r\n  (* é *)\r\n  if n = 0 then (err () : int list) (* here *)\r\n  else int_gen () :: f (n - 1)\r\n[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]\r\n";
    let repair = first(repair(text, "f", &options()));
    assert!(repair.text.contains("(* here *)") && repair.text.contains("(* é *)"));
    assert_eq!(repair.text.matches("\r\n").count(), text.matches("\r\n").count());
    assert_eq!(repair.text.matches('\n').count(), text.matches('\n').count());
}

/// However it is laid out: only the place of the hole changes, and what is written is read as it is meant.
#[test]
fn the_layout_stays() {
    let claim = "[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v = n] |}]\n[@@measure n]\n";
    let bodies = [
        // Tabs, `begin` and `end`.
        "\tif n = 0 then begin\n\t\terr ()\n\tend else begin\n\t\tint_gen () :: f (n - 1)\n\tend",
        // Arms of a `match`, with a comment between them.
        "  match n with\n  | 0 -> err () (* naïve *)\n  | _ -> int_gen () :: f (n - 1)",
        // Parentheses, and words that are not ASCII before the hole.
        "  (* größer, 大 *) if n = 0 then (err ()) else (int_gen () :: f (n - 1))",
    ];
    for body in bodies {
        let text = format!("open Covenant_runtime\n\nlet rec f (n : int) : int list =\n{body}\n{claim}");
        let repaired = first(repair(&text, "f", &options()));
        let expected = [text.replace("err ()", "[]"), text.replace("(err ())", "[]")];
        assert!(expected.contains(&repaired.text), "{}", repaired.text);
    }
}

/// The example that `check`'s help points to: nothing fails in it, so that changes and additions are tried.
#[test]
fn the_example_of_a_missing_value_needs_one_line() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/missing_value.ml");
    let text = std::fs::read_to_string(path).expect("the example is there");
    let result = repair(&text, "search_tree", &options());
    assert_eq!((result.work.rounds, result.work.checks), (1, 1), "the first proposal is right");
    assert_eq!(added(&text, &first(result)), ["else if bool_gen () then Leaf"]);
}

/// An added base case need not halve everything else.
#[test]
fn an_added_branch_can_be_weighted_by_the_size() {
    let text = "open Covenant_runtime\n\nlet rec f (n : int) : int list =\n  if n = 0 then []\n  else int_gen () :: f (n - 1)\n[@@covers {| n:{v:int | 0 <= v} -> [v:int list | len v <= n] |}]\n[@@measure n]\n";
    let repair = first(repair(text, "f", &Options { biased: true, ..options() }));
    assert_eq!(added(text, &repair), ["else if int_range 0 n = 0 then []"]);
}

/// The missing value is larger than the integers that are tried anyway.
#[test]
fn a_missing_integer_is_aimed_at() {
    let text = "open Covenant_runtime\n\nlet die () : int = int_range 1 50\n[@@covers {| M [v:int | 1 <= v && v <= 51] |}]\n";
    assert_eq!(added(text, &first(repair(text, "die", &options()))), ["let die () : int = int_range 1 51"]);
}
