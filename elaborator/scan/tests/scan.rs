//! Gaps of real projects, retold: each is found without an annotation, with the value that shows it.

use covenant_elaborator::pipeline::Options;
use covenant_front::Reading;
use covenant_scan::{Finding, GapKind, Scanned, scan, with_proved_claims};

fn scanned(text: &str) -> Vec<Scanned> {
    scan("gen.ml", text, 0, Reading::default(), &Options::default()).expect("it is OCaml").generators
}

fn last(text: &str) -> Scanned {
    scanned(text).pop().expect("a generator")
}

#[test]
fn gaps_are_found_and_said_in_words() {
    let gaps = [
        // A state whose arm is dead.
        (
            "type state = Idle | Running | Done\nlet g = QCheck.Gen.(int_bound 1 >>= fun n -> match n with 0 -> return Idle \
             | 1 -> return Running | _ -> return Done)",
            GapKind::Constructor,
            "Done",
        ),
        // Bit-vectors of three bits, drawn below their size.
        ("let g = QCheck.Gen.int_bound 3", GapKind::Range, "4"),
        // A day modulo 31.
        ("let g = QCheck.Gen.(map (fun n -> n mod 31) small_nat)", GapKind::Range, "31"),
        // A domain whose map is left empty.
        (
            "type v = Bottom | Known\ntype d = { map : v list; value : v }\n\
             let g = QCheck.Gen.(map (fun value -> { map = []; value }) (oneofl [ Bottom; Known ]))",
            GapKind::Constructor,
            "{ map = [Bottom]; value = Bottom }",
        ),
        // The last constructor is not in the list.
        ("type t = A | B | C\nlet g = QCheck.Gen.oneofl [ A; B ]", GapKind::Constructor, "C"),
        // A field that never varies.
        (
            "type r = { on : bool; kind : bool }\nlet g = QCheck.Gen.(map (fun kind -> { on = true; kind }) bool)",
            GapKind::Field,
            "{ on = false; kind = false }",
        ),
        // A constructor with the name of a type of the library.
        (
            "type t = Half | String | Char of int\nlet g = QCheck.Gen.(oneof [ return Half; map (fun n -> Char n) int ])",
            GapKind::Constructor,
            "String",
        ),
        // Names of one to three letters.
        (
            "let g = QCheck.Gen.(string_size ~gen:(char_range 'a' 'z') (int_range 1 3))",
            GapKind::Length,
            "\"\"",
        ),
        // A size that is halved.
        (
            "type t = L | N of t * t\nlet g = QCheck.Gen.(sized (fix (fun self n -> if n = 0 then return L else \
             oneof [ return L; map2 (fun a b -> N (a, b)) (self (n / 4096)) (self (n / 4096)) ])))",
            GapKind::Nesting,
            "N (N (N (L, L), L), L)",
        ),
        // Both parts are one draw.
        ("let g = QCheck.Gen.(map (fun b -> (b, b)) bool)", GapKind::Correlation, "(true, false)"),
    ];
    for (text, kind, value) in gaps {
        let found = last(text);
        let Finding::Gaps(gaps) = &found.finding else { panic!("{text}: {:?}", found.finding) };
        let gap = gaps.iter().find(|gap| gap.kind == kind);
        let gap = gap.unwrap_or_else(|| panic!("{text}: {gaps:?}"));
        assert!(gap.confirmed, "{text}: {gap:?}");
        if kind != GapKind::Correlation {
            assert_eq!(gap.value, value, "{text}: {gaps:?}");
        }
    }
}

#[test]
fn what_is_complete_is_proved_and_can_be_written_down() {
    let text = "type t = A | B of bool\n\nlet g = QCheck.Gen.(oneof [ return A; map (fun b -> B b) bool ])\n";
    let found = scan("gen.ml", text, 0, Reading::default(), &Options::default()).expect("it is OCaml");
    assert!(matches!(found.generators[0].finding, Finding::Complete(_)), "{found:?}");
    let annotated = with_proved_claims(text, &found);
    assert_eq!(annotated, format!("{}\n[@@covers {{| [v:t | true] |}}]\n", text.trim_end()));
    assert!(matches!(last(&annotated).finding, Finding::Claimed));
}

#[test]
fn what_is_not_read_says_why_and_the_rest_is_read() {
    let text = "let a = QCheck.Gen.float\nlet b = QCheck.Gen.bool\nlet c n = QCheck.Gen.int_bound n\n";
    let found = scanned(text);
    let words: Vec<&str> = found.iter().map(|scanned| scanned.finding.word()).collect();
    assert_eq!(words, ["not read", "complete", "function"], "{found:?}");
}

/// An item that may fail when the program starts hides no gap; and nothing is called complete beside it.
#[test]
fn a_file_that_may_not_start_has_gaps_all_the_same() {
    let text = "let table = Table.create 16\nlet a = QCheck.Gen.bool\nlet b = QCheck.Gen.int_bound 3\n";
    let found = scan("gen.ml", text, 0, Reading::default(), &Options::default()).expect("it is OCaml");
    let words: Vec<&str> = found.generators.iter().map(|scanned| scanned.finding.word()).collect();
    assert_eq!(words, ["unknown", "gaps"], "{found:?}");
    assert_eq!(with_proved_claims(text, &found), text);
    let raises = "let bad = QCheck.Gen.int_range 5 1\nlet a = QCheck.Gen.bool\n";
    assert!(matches!(last(raises).finding, Finding::Unknown(_)), "{:?}", last(raises));
}

/// An `open` of something unknown hides no gap, but nothing behind it is called complete.
#[test]
fn unknown_opens_are_an_assumption() {
    let gap = last("open Unknown\ntype t = A | B\nlet g = QCheck.Gen.return A");
    assert!(matches!(gap.finding, Finding::Gaps(_)), "{:?}", gap.finding);
    assert!(gap.assuming.is_some_and(|assuming| assuming.names && !assuming.building));
    let all = last("open Unknown\ntype t = A | B\nlet g = QCheck.Gen.oneofl [ A; B ]");
    assert!(matches!(all.finding, Finding::Unknown(_)), "{:?}", all.finding);
    let known = last("type t = A | B\nlet g = QCheck.Gen.oneofl [ A; B ]");
    assert!(matches!(known.finding, Finding::Complete(_)), "{:?}", known.finding);
    assert_eq!(known.assuming, None);
}

/// What may fail when it is built is read, and called complete by nobody.
#[test]
fn what_may_fail_when_it_is_built_is_an_assumption() {
    let gap = last(
        "type t = A | B | C\nlet g = QCheck.Gen.(oneof [ return A; return (List.hd (List.filter (fun x -> x = B) [ A; B ])) ])",
    );
    assert!(matches!(gap.finding, Finding::Gaps(_)), "{:?}", gap.finding);
    assert!(gap.assuming.is_some_and(|assuming| assuming.building && !assuming.names));
    let all = last("let g = QCheck.Gen.(pair (oneofl (List.filter (fun b -> b) [ true ])) bool)");
    assert!(!matches!(all.finding, Finding::Complete(_)), "{:?}", all.finding);
}

/// An element of a list that is computed, and a draw from what a function makes of one.
#[test]
fn lists_that_are_computed_are_chosen_from() {
    let found = scanned(
        "type t = A | B | C\nlet all () = List.filter (fun x -> x <> C) [ A; B; C ]\n\
         let a = QCheck.Gen.(bool >>= fun _ -> oneofl (all ()))\n\
         let b = QCheck.Gen.(bool >>= fun _ -> oneof (List.map (fun x -> return x) (all ())))",
    );
    for scanned in &found {
        let Finding::Gaps(gaps) = &scanned.finding else { panic!("{scanned:?}") };
        let values: Vec<&str> = gaps.iter().map(|gap| gap.value.as_str()).collect();
        assert_eq!(values, ["C"], "{scanned:?}");
    }
}

/// What cannot be read is listed all the same, with what stops it.
#[test]
fn what_is_not_read_is_listed() {
    let found = last("let g = QCheck.Gen.map Unknown.make QCheck.Gen.int");
    let Finding::NotRead(why, line) = &found.finding else { panic!("{:?}", found.finding) };
    assert!(why.contains("Unknown.make"), "{why}");
    assert_eq!((*line, found.generator.name.as_str()), (1, "g"));
}
