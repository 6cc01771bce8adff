//! Claims that nobody should write, and searches without what they need: each ends, with an answer that is true.

use covenant_elaborator::pipeline;
use covenant_repair::{ClaimRepair, Options, Outcome, Request, Wishes, repair_claim};
use std::path::Path;

fn options() -> Options {
    Options { check: pipeline::Options { jobs: 1, ..pipeline::Options::default() }, ..Options::default() }
}

fn repair(text: &str) -> ClaimRepair {
    repair_claim(&Request { file: "a.ml", text, claim: "f" }, &options())
}

fn file(body: &str) -> String {
    format!("open Covenant_runtime\n\n{body}\n")
}

/// The message of a claim that is not repaired.
fn refused(text: &str) -> String {
    match repair(text).outcome {
        Outcome::NoRepair(why) | Outcome::Declined(why) | Outcome::Unknown(why) => why,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_claim_about_nothing_needs_no_repair() {
    for spec in ["len v = n && len v < n", "len v < 0", "false"] {
        let text = file(&format!(
            "let rec f (n : int) : int list = err ()\n[@@covers {{| n:{{v:int | 0 <= v}} -> [v:int list | {spec}] |}}]\n[@@measure n]"
        ));
        let ClaimRepair { outcome, suspect, .. } = repair(&text);
        assert!(matches!(outcome, Outcome::NothingToRepair(_)), "{spec}: {outcome:?}");
        let why = suspect.expect("the claim is suspect");
        assert!(why.contains("no value was found that the specification allows"), "{spec}: {why}");
    }
    // No argument satisfies the refinement.
    let text = file("let f (n : int) : int = err ()\n[@@covers {| n:{v:int | v < v} -> [v:int | true] |}]");
    let ClaimRepair { outcome, suspect, .. } = repair(&text);
    assert!(matches!(outcome, Outcome::NothingToRepair(_)), "{outcome:?}");
    assert!(suspect.is_some_and(|why| why.contains("no small arguments")));
}

/// Some arguments have no value at all: the claim is named, beside what cannot be written.
#[test]
fn arguments_without_a_value_are_named() {
    let text = file(
        "let f (n : int) : int = err ()\n[@@covers {| n:{v:int | 0 <= v} -> [v:int | v * v = n && 0 <= v] |}]",
    );
    let ClaimRepair { outcome, suspect, .. } = repair(&text);
    assert!(matches!(outcome, Outcome::NoRepair(_)), "{outcome:?}");
    assert!(suspect.as_ref().is_some_and(|why| why.contains("allows for f 2;")), "{suspect:?}");
    // A claim that can be repaired is not doubted.
    let text = file(
        "let f (n : int) : int = err ()\n[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = n && v < 3] |}]",
    );
    let ClaimRepair { outcome, suspect, .. } = repair(&text);
    assert!(!matches!(outcome, Outcome::Repaired(_)) || suspect.is_none(), "{suspect:?}");
}

/// The call that is needed goes up, and the measure is what goes up.
#[test]
fn a_wrong_measure_is_named() {
    let text = file(
        "let rec f (lo : int) (hi : int) : int list = if hi < lo then [] else err ()\n[@@covers {| lo:{v:int | 0 <= v} -> hi:{v:int | lo <= v + 1} -> [v:int list | sorted v && len v = hi - lo + 1 && (forall x:int. mem v x ==> lo <= x && x <= hi) && (forall x:int. lo <= x && x <= hi ==> mem v x)] |}]\n[@@measure lo]",
    );
    let why = refused(&text);
    assert!(why.contains("`lo :: f (lo + 1) hi`") && why.contains("[@@measure …]"), "{why}");
}

/// A helper without a claim is part of its caller, and no place of it.
#[test]
fn a_helper_without_a_claim_is_not_changed() {
    let text = file(
        "let small () = int_range 0 3\n\nlet f () : int = small ()\n[@@covers {| M [v:int | 0 <= v && v <= 4] |}]",
    );
    let why = refused(&text);
    assert!(why.contains("without a claim (small)"), "{why}");
}

/// What no term of the components returns: a message that names a value.
#[test]
fn what_is_out_of_reach_is_said() {
    let text = file("let f () : int = err ()\n[@@covers {| M [v:int | v mod 7 = 3 && v mod 5 = 1] |}]");
    let why = refused(&text);
    assert!(why.contains("f () => ") || why.contains("covenant check"), "{why}");
}

#[test]
fn huge_constants_do_no_harm() {
    let text = file(
        "let f () : int = int_range 0 4611686018427387902\n[@@covers {| M [v:int | 0 <= v && v <= 4611686018427387903] |}]",
    );
    // Whether or not a change is found: it ends, and nothing overflows.
    drop(repair(&text));
    let text = file("let f () : int = err ()\n[@@covers {| M [v:int | v = 4000000000000000000] |}]");
    drop(repair(&text));
}

#[test]
fn one_sided_integers_are_not_drawn_one_by_one() {
    let text = file("let f (n : int) : int = n\n[@@covers {| n:{v:int | true} -> [v:int | n <= v] |}]");
    match repair(&text).outcome {
        Outcome::Repaired(found) => assert!(found[0].text.contains("nat_gen"), "{}", found[0].text),
        Outcome::NoRepair(why) => assert!(why.contains("f "), "{why}"),
        other => panic!("{other:?}"),
    }
}

/// The call that would do does not decrease.
#[test]
fn a_function_that_runs_for_ever_is_not_the_answer() {
    let text = file(
        "let rec f (n : int) : int list = if n < 0 then f n else err ()\n[@@covers {| n:{v:int | true} -> [v:int list | v = []] |}]\n[@@measure n]",
    );
    if let Outcome::Repaired(found) = repair(&text).outcome {
        // Only the call that was there before.
        assert_eq!(found[0].text.matches(" f n").count(), 1, "{}", found[0].text);
    }
}

#[test]
fn twenty_parameters_are_too_many_to_hang() {
    let names: Vec<String> = (1..=20).map(|i| format!("p{i}")).collect();
    let params: String = names.iter().map(|p| format!(" ({p} : int)")).collect();
    let types: String = names.iter().map(|p| format!("{p}:{{v:int | 0 <= v}} -> ")).collect();
    let text = file(&format!("let f{params} : int = err ()\n[@@covers {{| {types}[v:int | v = p1] |}}]"));
    match repair(&text).outcome {
        Outcome::Repaired(found) => assert!(found[0].text.contains("= p1"), "{}", found[0].text),
        Outcome::NoRepair(_) | Outcome::Unknown(_) => {}
        other => panic!("{other:?}"),
    }
}

/// A generator that only fails, with a claim that holds for it, and one with a claim that does not.
#[test]
fn generators_that_only_fail() {
    let text = file("let f () : int = failwith \"todo\"\n[@@covers {| M [v:int | 0 <= v && v <= 3] |}]");
    match repair(&text).outcome {
        Outcome::Repaired(found) => assert!(found[0].text.contains("int_range 0 3"), "{}", found[0].text),
        other => panic!("{other:?}"),
    }
}

fn variant(name: &str) -> (String, String) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/repair").join(format!("{name}.ml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let missing = text.lines().find_map(|line| line.strip_prefix("(* missing: ")).expect("a missing value");
    let claim = missing.split(' ').next().expect("a function").to_owned();
    (text, claim)
}

/// Without a component that the repair needs: another repair, or a message that names a value and the option.
#[test]
fn without_a_component_there_is_another_way_or_a_message() {
    for (name, without) in [
        ("sized_list_1", "[]"),
        ("duplicate_list_2", "-"),
        ("even_list_1", "*"),
        ("complete_tree_1", "Leaf"),
        ("sized_tree_3", "Node"),
        ("red_black_tree_3", "Rbtleaf"),
    ] {
        let (text, claim) = variant(name);
        let wishes = Wishes { without: vec![without.to_owned()], ..Wishes::default() };
        let request = Request { file: "a.ml", text: &text, claim: &claim };
        match repair_claim(&request, &Options { wishes, ..options() }).outcome {
            Outcome::Repaired(found) => {
                let new: String = found[0].edits.iter().map(|edit| edit.text.clone()).collect();
                assert!(!new.contains(without), "{name}: {new}");
            }
            Outcome::NoRepair(why) => {
                let names_a_value = why.contains(&format!("{claim} "));
                let says_what_to_do = why.contains("--components") || why.contains("--imprecise");
                assert!(names_a_value && (says_what_to_do || why.contains("refuted")), "{name}: {why}");
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}
