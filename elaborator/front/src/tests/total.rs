//! Claims that say `total`: where the word stands, and that the program with checks is beside the one without.

use super::accepted;
use crate::load;
use covenant_kernel::tables::{CoreRow, Statement};

fn claimed(parameters: &str, result: &str) -> String {
    format!("let f (n : int) : int = n\n[@@covers {{| {parameters} -> {result} |}}]")
}

fn first_message(source: &str) -> String {
    let module = load("test.ml", source).expect("OCaml");
    module.diagnostics.first().map(|found| found.message.clone()).unwrap_or_default()
}

#[test]
fn the_word_stands_before_a_result_that_says_only_or_exactly() {
    for result in ["total {v:int | v = n}", "total exactly [v:int | v = n]"] {
        let module = accepted(&claimed("n:int", result));
        assert!(matches!(module.only[0].total, Some(Ok(_))), "{result}");
        assert!(module.only[0].functions[0].total);
    }
    assert!(first_message(&claimed("n:int", "total [v:int | v = n]")).contains("`total` is about"));
    assert!(
        first_message(&claimed("n:total {v:int | true}", "{v:int | true}")).contains("before the result")
    );
    assert!(first_message(&claimed("n:int", "exactly total [v:int | v = n]")).len() > 1);
    // It is a name like any other elsewhere.
    let named = accepted(&claimed("total:int", "{v:int | v = total}"));
    assert!(named.only[0].total.is_none());
    let typed = "type total = int\nlet f (n : total) : int = n [@@covers {| n:total -> {v:int | true} |}]";
    assert!(accepted(typed).only[0].total.is_none());
}

#[test]
fn nothing_else_of_the_unit_changes() {
    let with = accepted(&claimed("n:int", "total {v:int | v = n}"));
    let without = accepted(&claimed("n:int", "{v:int | v = n}"));
    assert_eq!(with.only[0].statement, without.only[0].statement);
    assert_eq!(with.only[0].extra.exprs, without.only[0].extra.exprs);
}

/// The program with checks fails nowhere itself, and has every constructor in every match.
#[test]
fn checks_replace_failure() {
    let source = "let rec f (n : int) (l : int list) : int =
  match l with x :: rest -> (if x = 0 then failwith \"zero\" else n / x + f (n mod x) rest)
[@@covers {| n:int -> l:int list -> total {v:int | true} |}]";
    let module = accepted(source);
    let unit = &module.only[0];
    let fails = |statement: &Statement| statement.cores.iter().any(|row| matches!(row, CoreRow::Err(_)));
    assert!(fails(&unit.statement));
    let Some(Ok(checks)) = &unit.total else { panic!("{:?}", unit.total) };
    assert!(!fails(&checks.statement));
    assert_eq!(checks.source_map.cores.len(), checks.statement.cores.len());
    for row in &checks.statement.cores {
        if let CoreRow::Match(_, branches) = row {
            assert_eq!(branches.len(), 2);
        }
    }
    assert!(checks.statement.datatypes.iter().any(|datatype| datatype.name == "outcome"));
}

#[test]
fn what_keeps_the_checks_out_is_said() {
    let cases = [
        ("let rec g (n : int) : int = if n = 0 then 0 else g (n - 1) [@@covers {| n:int -> {v:int | true} |}]
let f (n : int) : int = g n [@@covers {| n:int -> total {v:int | true} |}]", "`g` is called"),
        ("let f (g : int -> int) (n : int) : int = n
[@@covers {| g:(x:int -> [v:int | true]) -> n:int -> total {v:int | true} |}]", "function parameter"),
        ("let rec f (u : unit) : int = if bool_gen () then 0 else f u
[@@covers {| u:unit -> total {v:int | true} |}]", "what decreases"),
    ];
    for (source, expected) in cases {
        let module = load("test.ml", source).expect("OCaml");
        let unit = module.only.last().unwrap_or_else(|| panic!("{:?}", module.diagnostics));
        let Some(Err(why)) = &unit.total else { panic!("{source}") };
        assert!(why.message.contains(expected), "{}", why.message);
    }
}
