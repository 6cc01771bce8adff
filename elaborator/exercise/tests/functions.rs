//! Functions against their types: good ones, bad ones, and what the counts say.

use covenant_execute::{Names, Program, show_argument};
use covenant_exercise::{Exercised, Finding, Plan, Untestable, exercise};
use covenant_front::{ClaimKind, load};

fn tested_with(source: &str, plan: &Plan) -> (Result<Exercised, Untestable>, String) {
    let module = load("test.ml", source).expect("OCaml");
    assert!(module.is_clean(), "{:?}", module.diagnostics);
    let unit = module.only.last().expect("an only claim");
    assert_ne!(unit.kind, ClaimKind::Every);
    let program = Program::new(&unit.statement).expect("tables in order");
    let found = exercise(program, unit.statement.claim, plan);
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

#[test]
fn a_function_parameter_is_declined() {
    let (found, _) = tested_with(
        "let apply (f : int -> int) (x : int) : int = f x
         [@@covers {| f:(y:int -> [v:int | v = y]) -> x:int -> {v:int | true} |}]",
        &Plan::default(),
    );
    assert_eq!(found.expect_err("declined").to_string(), "it takes a function as a parameter");
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
            let found = exercise(program, unit.statement.claim, &plan).expect("it can be run");
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
