//! Functions against their types: good ones, bad ones, and what the counts say.

use covenant_execute::{Names, Program, show_argument};
use covenant_exercise::{Exercised, Finding, Plan, Subject, Untestable, exercise};
use covenant_front::{ClaimKind, load};

fn tested_with(source: &str, plan: &Plan) -> (Result<Exercised, Untestable>, String) {
    let module = load("test.ml", source).expect("OCaml");
    assert!(module.is_clean(), "{:?}", module.diagnostics);
    let unit = module.only.last().expect("an only claim");
    assert_ne!(unit.kind, ClaimKind::Every);
    let program = Program::new(&unit.statement).expect("tables in order");
    let subject = Subject { program, global: unit.statement.claim, only: unit.only_parameters() };
    let found = exercise(&subject, plan);
    let shown = found.as_ref().ok().and_then(|found| found.outside.as_ref().or(found.raised.as_ref())).map(
        |finding| {
            let argument = |v| show_argument(&unit.statement, &Names::default(), v);
            let call: Vec<String> = finding.args().iter().map(argument).collect();
            match finding {
                Finding::Outside { value, .. } => format!("{} => {}", call.join(" "), argument(value)),
                Finding::Raised { .. } => format!("{} raises", call.join(" ")),
            }
        },
    );
    (found, shown.unwrap_or_default())
}

fn tested(source: &str) -> (Exercised, String) {
    let (found, shown) = tested_with(source, &Plan::default());
    (found.expect("it can be run"), shown)
}

const INSERT: &str = "
let rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> [ x ]
  | y :: rest -> if x <= y then x :: y :: rest else y :: insert x rest
[@@covers {| x:int -> l:{v:int list | sorted v} -> {v:int list | sorted v && len v = len l + 1} |}]
";

#[test]
fn a_function_that_keeps_its_promise() {
    let (found, shown) = tested(INSERT);
    assert_eq!(shown, "");
    assert_eq!(found.good, found.inputs());
    assert_eq!(found.levels.len(), 5);
    // Depth 1: the integers -1 to 2, and the empty list or one of four.
    assert_eq!((found.levels[0].tried, found.levels[1].tried), (4, 16));
    assert!(found.whole_depth() >= Some(2), "{:?}", found.levels);
    assert!(found.deterministic);
}

#[test]
fn the_smallest_arguments_that_refute() {
    let (found, shown) = tested(&INSERT.replace("else y :: insert x rest", "else y :: rest"));
    assert_eq!(shown, "0 [-1] => [-1]");
    assert_eq!(found.depth(), 1);
    let (_, shown) = tested(&INSERT.replace("if x <= y", "if y <= x"));
    assert_eq!(shown, "0 [1] => [1; 0]");
}

#[test]
fn a_precondition_keeps_arguments_out() {
    let (found, shown) = tested(
        "let half (n : int) : int = if n < 0 then err () else n / 2
         [@@covers {| n:{v:int | 0 <= v} -> {v:int | 2 * v <= n && n <= 2 * v + 1} |}]",
    );
    assert_eq!((shown.as_str(), found.failed.count), ("", 0));
    let (found, shown) = tested(
        "let half (n : int) : int = if n < 0 then err () else n / 2
         [@@covers {| n:int -> {v:int | 2 * v <= n && n <= 2 * v + 1} |}]",
    );
    assert_eq!(shown, "(-1) raises");
    assert!(found.outside.is_none(), "only allows a failure");
}

#[test]
fn a_generator_returns_more_than_its_type_allows() {
    let source = "
let rec evens (n : int) : int list =
  if n = 0 then [] else if bool_gen () then [] else int_gen () :: evens (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> {v:int list | len v <= n && forall u:int. mem v u ==> u mod 2 = 0} |}]";
    let (found, shown) = tested(source);
    assert!(shown.starts_with("1 => ["), "{shown}");
    let Some(Finding::Outside { choices: Some(choices), .. }) = &found.outside else { panic!("{found:?}") };
    assert_eq!(choices.len(), 2, "not the empty list, and which integer: {choices:?}");
    let (found, shown) = tested(&source.replace("int_gen ()", "(2 * int_gen ())"));
    assert_eq!(shown, "");
    assert!(!found.deterministic);
}

#[test]
fn a_loop_is_named_and_the_others_are_judged() {
    let (found, shown) = tested(
        "let rec down (n : int) : int = if n = 0 then 0 else down (n - 1)
         [@@covers {| n:int -> {v:int | v = 0} |}]",
    );
    assert_eq!((shown.as_str(), found.did_not_return.count), ("", 1));
    assert_eq!(found.good + 1, found.inputs());
}

#[test]
fn more_arguments_than_are_wanted() {
    let plan = Plan { most: 50, depth: 6, ..Plan::default() };
    let (found, _) = tested_with(INSERT, &plan);
    let found = found.expect("it can be run");
    let last = found.levels.last().expect("levels");
    assert_eq!((last.tried, last.whole()), (50, false));
    assert!(last.at_least > 50);
    assert!(found.whole_depth() < Some(6));
}

const TWICE: &str = "let twice (f : int -> int) (x : int) : int = f (f x)
[@@covers {| f:(y:int -> {v:int | y <= v && v <= y + 1}) -> x:int -> {v:int | x <= v && v <= x + MOST} |}]";

/// With 0 it asks for 0, and then for 1 if that is the answer; with each of the four answers to that.
#[test]
fn a_table_has_the_answers_that_were_asked_for() {
    let plan = Plan { depth: 0, ints: Some(0..=1), ..Plan::default() };
    let (found, shown) = tested_with(&TWICE.replace("MOST", "2"), &plan);
    let found = found.expect("it can be run");
    assert_eq!(shown, "");
    let tables: Vec<String> = found.with_tables.iter().map(|args| format!("{args:?}")).collect();
    // 0 -> 0; 0 -> 1, 1 -> 1; and 1 -> 1. That 2 follows 1 is found outside of the range, where nothing else answers.
    assert_eq!(found.inputs(), tables.len() as u64);
    assert_eq!((found.inputs(), found.good, found.whole_depth()), (3, 3, Some(0)), "{tables:#?}");
    assert!(found.with_tables.iter().flatten().all(|arg| match arg {
        covenant_execute::Value::Table(table) => (1..=2).contains(&table.entries.len()),
        _ => true,
    }));
}

#[test]
fn the_smallest_table_that_refutes() {
    let (_, shown) = tested(&TWICE.replace("MOST", "1"));
    assert_eq!(shown, "(function 0 -> 1 | 1 -> 2 | _ -> assert false) 0 => 2");
}

/// An answer that the type of the parameter does not allow is none: this fails if the tables are not held to it.
#[test]
fn answers_are_those_that_the_parameter_allows() {
    let source = "let f (g : int -> int) (x : int) : int = g x
[@@covers {| g:(y:int -> {v:int | y < v && v mod 2 = 0}) -> x:int -> {v:int | x < v && v mod 2 = 0} |}]";
    let (found, shown) = tested(source);
    assert_eq!(shown, "");
    assert!(found.good > 8, "{found:?}");
    let (_, shown) = tested(&source.replace("{v:int | x < v && v mod 2 = 0}", "{v:int | v = x + 1}"));
    assert_eq!(shown, "(function 0 -> 2 | _ -> assert false) 0 => 2");
    // What was asked for comes before what is answered: the answer may depend on it and on an earlier parameter.
    let (found, shown) = tested(
        "let f (low : int) (g : int -> int -> int) : int = g 1 low
         [@@covers {| low:int -> g:(a:int -> b:int -> {v:int | low <= v && a + b <= v}) -> {v:int | low < v} |}]",
    );
    assert_eq!((shown.as_str(), found.good), ("", found.inputs()));
}

/// The kernel's reading of such a parameter, and what follows from it for one run.
#[test]
fn a_function_known_by_what_it_can_return_may_return_anything() {
    let source = "let f (g : int -> int) (x : int) : int = g x
[@@covers {| g:(y:int -> [v:int | v = y]) -> x:int -> {v:int | v = x} |}]";
    let (found, shown) = tested(source);
    assert_eq!(shown, "(function 0 -> 1 | _ -> assert false) 0 => 1");
    assert!(found.at_least);
    let (found, shown) = tested(&source.replace("[v:int | v = y]", "{v:int | v = y}"));
    assert_eq!((shown.as_str(), found.at_least), ("", false));
    assert_eq!(found.good, found.inputs());
}

#[test]
fn no_answer_and_too_many_questions_are_said() {
    let (found, shown) = tested(
        "let f (g : int -> int) (x : int) : int = g x
         [@@covers {| g:(y:int -> {v:int | v < v}) -> x:int -> {v:int | v = x} |}]",
    );
    assert_eq!((shown.as_str(), found.inputs()), ("", 0));
    assert!(found.unanswered.count > 0);
    let (found, shown) = tested(
        "let rec f (g : int -> int) (x : int) : int = if x > 100 then x else f g (g x)
         [@@covers {| g:(y:int -> {v:int | v = y + 1}) -> x:int -> {v:int | 100 < v} |}]",
    );
    assert_eq!((shown.as_str(), found.inputs()), ("", 0));
    assert_eq!(found.whole_depth(), None, "{:?}", found.levels);
}

/// Only the program chooses: the same table for all its runs.
#[test]
fn a_generator_that_takes_a_function() {
    let source = "let f (g : unit -> int) : int = if bool_gen () then g () else g () + int_range 0 1
[@@covers {| g:(unit -> {v:int | 0 <= v}) -> {v:int | 0 <= v} |}]";
    let (found, shown) = tested(source);
    assert_eq!((shown.as_str(), found.deterministic, found.good), ("", false, found.inputs()));
    let (found, shown) = tested(&source.replace("-> {v:int | 0 <= v} |}", "-> {v:int | 1 <= v} |}"));
    assert_eq!(shown, "(fun () -> 0) => 0");
    assert!(matches!(found.outside, Some(Finding::Outside { choices: None, .. })));
}

#[test]
fn a_function_of_a_function_is_declined() {
    let (found, _) = tested_with(
        "let apply (f : (int -> int) -> int) : int = f (fun (x : int) -> x)
         [@@covers {| f:(g:(y:int -> [v:int | v = y]) -> {v:int | true}) -> {v:int | true} |}]",
        &Plan::default(),
    );
    assert_eq!(found.expect_err("declined").to_string(), "it takes a function that takes functions");
}

#[test]
fn more_tables_than_are_wanted() {
    let source = "let rec map (f : int -> int) (l : int list) : int list =
  match l with [] -> [] | x :: rest -> f x :: map f rest
[@@covers {| f:(x:int -> {v:int | true}) -> l:int list -> {v:int list | len v = len l} |}]";
    let plan = Plan { most: 40, depth: 3, ..Plan::default() };
    let (found, shown) = tested_with(source, &plan);
    let found = found.expect("it can be run");
    assert_eq!(shown, "");
    assert!(found.levels.iter().all(|level| level.tried <= 40), "{:?}", found.levels);
    let last = found.levels.last().expect("levels");
    assert!(!last.whole() && last.at_least > 40, "{last:?}");
    // No arguments twice.
    let distinct: std::collections::HashSet<_> = found.with_tables.iter().collect();
    assert_eq!(distinct.len() as u64, found.inputs());
}

/// The generators of Table 3, read as *exactly*: none of them returns more than its claim allows.
#[test]
fn no_generator_of_table_3_returns_more_than_it_should() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/table3");
    let plan = Plan { depth: 2, ..Plan::default() };
    let mut generators = 0;
    for entry in std::fs::read_dir(folder).expect("table 3") {
        let text = std::fs::read_to_string(entry.expect("a file").path()).expect("text");
        let text = text.replace("[v:", "exactly [v:").replace("M exactly", "exactly M");
        let module = load("test.ml", &text).expect("OCaml");
        for unit in &module.only {
            let program = Program::new(&unit.statement).expect("tables in order");
            let subject = Subject { program, global: unit.statement.claim, only: unit.only_parameters() };
            let found = exercise(&subject, &plan).expect("it can be run");
            assert!(found.outside.is_none() && found.good > 0, "{}: {:?}", unit.claim, found.outside);
            generators += 1;
        }
    }
    assert!(generators >= 14, "{generators}");
}

#[test]
fn the_outcome_is_the_same_twice() {
    let run = || format!("{:?}", tested(INSERT).0);
    assert_eq!(run(), run());
}

/// Keys between bounds that the ancestors set, and sizes that the nodes state: what a node demands of a subtree follows from
/// what others demand, or contradicts it. So a bounded number of steps leads far.
#[test]
fn search_trees_with_sizes_are_found_without_trying_all() {
    let source = "
type map = Tip | Bin of int * map * int * map
let[@predicate] rec count (m : map) : int = match m with Tip -> 0 | Bin (n, l, k, r) -> 1 + count l + count r
let[@predicate] rec sized (m : map) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> n = 1 + count l + count r && sized l && sized r
let[@predicate] rec below (m : map) (x : int) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> k < x && below l x && below r x
let[@predicate] rec above (m : map) (x : int) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> x < k && above l x && above r x
let[@predicate] rec ordered (m : map) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> below l k && above r k && ordered l && ordered r
let size (m : map) : int = match m with Tip -> 0 | Bin (n, l, k, r) -> n
[@@covers {| m:{v:map | ordered v && sized v} -> {v:int | v = count m} |}]
";
    let plan = |depth| Plan { depth, search_steps: 200_000, most: 500, ..Plan::default() };
    let (found, shown) = tested_with(source, &plan(3));
    let small = found.expect("it can be run");
    // Keys -1, 0, 1, 2 and 3; at most three nodes, as they state how many they are: 1 + 5 + 10 * 2 + 10 * 5.
    assert_eq!((shown.as_str(), small.whole_depth(), small.inputs()), ("", Some(3), 76));
    let (found, shown) = tested_with(source, &plan(7));
    let found = found.expect("it can be run");
    assert!(shown.is_empty() && found.levels[7].tried > 300, "{:?}", found.levels);
}
