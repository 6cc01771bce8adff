//! Every name of the prelude, at values where it is true and at values where it is false.
//!
//! `f () = 0` covers `v = 0 || not φ` exactly if φ is true, so that each row is decided by the
//! whole tool: what is accepted here was proved from the prelude's definitions.

use std::collections::BTreeSet;

use covenant_elaborator::pipeline::{Options, Verdict, check_source};
use covenant_front::prelude_text;

/// A name, a formula that is true, and one that is false.
const ROWS: &[(&str, &str, &str)] = &[
    ("max", "max 1 2 = 2 && max 2 1 = 2", "max 1 2 = 1"),
    ("min", "min 1 2 = 1 && min 2 1 = 1", "min 1 2 = 2"),
    ("abs", "abs (-3) = 3 && abs 3 = 3", "abs (-3) = -3"),
    ("succ", "succ 2 = 3", "succ 2 = 2"),
    ("pred", "pred 2 = 1", "pred 2 = 2"),
    ("fst", "fst (1, 2) = 1", "fst (1, 2) = 2"),
    ("snd", "snd (1, 2) = 2", "snd (1, 2) = 1"),
    ("is_none", "is_none None", "is_none (Some 1)"),
    ("is_some", "is_some (Some 1)", "is_some None"),
    ("len", "len [1; 2] = 2 && len [] = 0", "len [1] = 2"),
    ("list_len", "list_len [1; 2] = 2", "list_len [1] = 0"),
    ("list_length", "list_length [1; 2] = 2", "list_length [] = 1"),
    ("mem", "mem [1; 2] 2", "mem [1; 2] 3"),
    ("list_mem", "list_mem [1; 2] 1", "list_mem [] 1"),
    ("hd", "hd [1; 2] 1", "hd [1; 2] 2 || hd [] 1"),
    ("tl", "tl [1; 2] [2]", "tl [1; 2] [1] || tl [] []"),
    ("sorted", "sorted [1; 1; 2] && sorted []", "sorted [2; 1]"),
    ("uniq", "uniq [2; 1] && uniq []", "uniq [1; 2; 1]"),
    ("list_nth_pred", "list_nth_pred [5; 6] 1 6", "list_nth_pred [5; 6] 2 6 || list_nth_pred [5] 0 6"),
    ("list_index", "list_index [5; 6] 0 5", "list_index [5; 6] 1 5"),
    ("list_snd_mem", "list_snd_mem [(1, 2)] 2", "list_snd_mem [(1, 2)] 1"),
    ("@", "[1] @ [2] = [1; 2]", "[1] @ [2] = [2; 1]"),
    ("append", "append [1] [2] = [1; 2]", "append [] [2] = []"),
    ("list_concat", "list_concat [1] [2] [1; 2]", "list_concat [1] [2] [1]"),
    ("depth", "depth (Node (1, Leaf, Node (2, Leaf, Leaf))) = 2 && depth Leaf = 0", "depth Leaf = 1"),
    ("root", "root (Node (1, Leaf, Leaf)) 1", "root Leaf 1 || root (Node (1, Leaf, Leaf)) 2"),
    ("lch", "lch (Node (1, Leaf, Node (2, Leaf, Leaf))) Leaf", "lch Leaf Leaf"),
    (
        "rch",
        "rch (Node (1, Leaf, Node (2, Leaf, Leaf))) (Node (2, Leaf, Leaf))",
        "rch (Node (1, Leaf, Node (2, Leaf, Leaf))) Leaf",
    ),
    ("tree_mem", "tree_mem (Node (1, Leaf, Node (2, Leaf, Leaf))) 2", "tree_mem (Node (1, Leaf, Leaf)) 2"),
    ("tree_all_lt", "tree_all_lt (Node (1, Leaf, Leaf)) 2", "tree_all_lt (Node (1, Leaf, Leaf)) 1"),
    ("tree_all_gt", "tree_all_gt (Node (1, Leaf, Leaf)) 0", "tree_all_gt (Node (1, Leaf, Leaf)) 1"),
    ("bst", "bst (Node (2, Node (1, Leaf, Leaf), Leaf))", "bst (Node (1, Node (1, Leaf, Leaf), Leaf))"),
    (
        "tree_root_le",
        "tree_root_le (Node (1, Leaf, Leaf)) 1 && tree_root_le Leaf 0",
        "tree_root_le (Node (2, Leaf, Leaf)) 1",
    ),
    ("heap", "heap (Node (2, Node (2, Leaf, Leaf), Leaf))", "heap (Node (1, Node (2, Leaf, Leaf), Leaf))"),
    (
        "complete",
        "complete (Node (1, Leaf, Leaf)) && complete Leaf",
        "complete (Node (1, Node (1, Leaf, Leaf), Leaf))",
    ),
    ("tree_num_node", "tree_num_node (Node (1, Leaf, Node (2, Leaf, Leaf))) = 2", "tree_num_node Leaf = 1"),
    ("rb_leaf", "rb_leaf Rbtleaf", "rb_leaf (Rbtnode (true, Rbtleaf, 1, Rbtleaf))"),
    (
        "rb_root_color",
        "rb_root_color (Rbtnode (true, Rbtleaf, 1, Rbtleaf)) true",
        "rb_root_color (Rbtnode (true, Rbtleaf, 1, Rbtleaf)) false || rb_root_color Rbtleaf true",
    ),
    ("rb_root", "rb_root (Rbtnode (true, Rbtleaf, 1, Rbtleaf)) 1", "rb_root Rbtleaf 1"),
    ("rb_lch", "rb_lch (Rbtnode (true, Rbtleaf, 1, Rbtleaf)) Rbtleaf", "rb_lch Rbtleaf Rbtleaf"),
    ("rb_rch", "rb_rch (Rbtnode (true, Rbtleaf, 1, Rbtleaf)) Rbtleaf", "rb_rch Rbtleaf Rbtleaf"),
    (
        "no_red_red",
        "no_red_red (Rbtnode (false, Rbtnode (true, Rbtleaf, 1, Rbtleaf), 1, Rbtleaf))",
        "no_red_red (Rbtnode (true, Rbtnode (true, Rbtleaf, 1, Rbtleaf), 1, Rbtleaf))",
    ),
    (
        "num_black",
        "num_black (Rbtnode (false, Rbtleaf, 1, Rbtleaf)) = 1 && num_black (Rbtnode (false, Rbtnode (false, Rbtleaf, 1, Rbtleaf), 1, Rbtleaf)) = -1",
        "num_black (Rbtnode (true, Rbtleaf, 1, Rbtleaf)) = 1",
    ),
    ("forc", "forc (Lazyty 1) = 1", "forc (Lazyty 1) = 2"),
    ("stream_len", "stream_len (Streamlazycons (1, Lazyty Streamnil)) = 1", "stream_len Streamnil = 1"),
    ("stream_hd", "stream_hd (Streamlazycons (1, Lazyty Streamnil)) 1", "stream_hd Streamnil 1"),
    (
        "stream_tl",
        "stream_tl (Streamlazycons (1, Lazyty Streamnil)) Streamnil",
        "stream_tl Streamnil Streamnil",
    ),
    (
        "leftisthp_depth",
        "leftisthp_depth (Lhpnode (9, 1, Lhpnode (9, 1, Lhpleaf, Lhpleaf), Lhpleaf)) = 2",
        "leftisthp_depth Lhpleaf = 1",
    ),
    ("leftisthp_rank", "leftisthp_rank (Lhpnode (9, 1, Lhpleaf, Lhpleaf)) 9", "leftisthp_rank Lhpleaf 0"),
    ("leftisthp_root", "leftisthp_root (Lhpnode (9, 1, Lhpleaf, Lhpleaf)) 1", "leftisthp_root Lhpleaf 0"),
    (
        "leftisthp_lch",
        "leftisthp_lch (Lhpnode (9, 1, Lhpleaf, Lhpleaf)) Lhpleaf",
        "leftisthp_lch Lhpleaf Lhpleaf",
    ),
    (
        "leftisthp_rch",
        "leftisthp_rch (Lhpnode (9, 1, Lhpleaf, Lhpleaf)) Lhpleaf",
        "leftisthp_rch Lhpleaf Lhpleaf",
    ),
    ("is_const", "is_const (Stlc_const 1)", "is_const (Stlc_id 1)"),
    ("is_var", "is_var (Stlc_id 1)", "is_var (Stlc_const 1)"),
    ("is_app", "is_app (Stlc_app (Stlc_id 1, Stlc_id 1))", "is_app (Stlc_id 1)"),
    ("is_abs", "is_abs (Stlc_abs (Stlc_ty_nat, Stlc_id 1))", "is_abs (Stlc_id 1)"),
    (
        "num_app",
        "num_app (Stlc_abs (Stlc_ty_nat, Stlc_app (Stlc_id 1, Stlc_id 1))) = 1",
        "num_app (Stlc_id 1) = 1",
    ),
    (
        "num_arr",
        "num_arr (Stlc_ty_arr (Stlc_ty_arr (Stlc_ty_nat, Stlc_ty_nat), Stlc_ty_nat)) = 2",
        "num_arr Stlc_ty_nat = 1",
    ),
    ("typing", "typing [Stlc_ty_nat] (Stlc_id 0) Stlc_ty_nat", "typing [] (Stlc_id 0) Stlc_ty_nat"),
];

/// Names of the prelude that are no predicates: functions of programs, and symbols about which
/// nothing is known.
const OTHERS: &[&str] = &["list_nth", "ignore", "string_len", "char_is_digit", "stlc_measure"];

fn defined_names() -> BTreeSet<String> {
    // What modules of the library define is compared with OCaml by another test.
    let own = prelude_text().split("(* --- the module ").next().unwrap_or_default();
    let starts = own.lines().filter_map(|line| {
        let rest = line.strip_prefix("let[@predicate] ").or_else(|| line.strip_prefix("let "));
        rest.or_else(|| line.strip_prefix("val "))
    });
    starts
        .map(|rest| rest.strip_prefix("rec ").unwrap_or(rest))
        .map(|rest| match rest.strip_prefix("( ") {
            Some(operator) => operator.split(' ').next().unwrap_or_default().to_owned(),
            None => rest.split(' ').next().unwrap_or_default().to_owned(),
        })
        .collect()
}

#[test]
fn every_name_of_the_prelude_has_a_row() {
    let rows: BTreeSet<String> =
        ROWS.iter().map(|(name, _, _)| *name).chain(OTHERS.iter().copied()).map(str::to_owned).collect();
    assert_eq!(defined_names(), rows);
}

#[test]
fn every_predicate_means_what_its_row_says() {
    let mut source = String::new();
    for (index, (_, holds, fails)) in ROWS.iter().enumerate() {
        source.push_str(&format!(
            "let holds{index} () : int = 0\n[@@covers {{| M [v:int | v = 0 || not ({holds})] |}}]
let fails{index} () : int = 0\n[@@covers {{| M [v:int | v = 0 || {fails}] |}}]\n"
        ));
    }
    let report = check_source("prelude.ml", &source, &Options::default());
    assert_eq!(report.claims.len(), 2 * ROWS.len(), "{:?}", report.diagnostics);
    for claim in &report.claims {
        let index: usize = claim.claim[5..].parse().expect("a number");
        let row = ROWS[index];
        assert_eq!(claim.verdict, Verdict::Valid, "{}: {row:?} {:?}", claim.claim, claim.obstacles);
    }
}

#[test]
fn the_other_names_of_the_prelude() {
    let source = "let third () : int = list_nth [ 5; 6; 7 ] 2
[@@covers {| M [v:int | v = 7] |}]
let after_drawing () : int = ignore (int_gen ()); 1
[@@covers {| M [v:int | v = 1] |}]
let after_failing () : int = ignore (err ()); 1
[@@covers {| M [v:int | v = 1] |}]
let measured () : int = 0
[@@covers {| M [v:int | v = 0 && string_len \"a\" = string_len \"a\" && (char_is_digit 'a' || not (char_is_digit 'a'))
  && (stlc_measure Stlc_ty_nat 0 0 ==> stlc_measure Stlc_ty_nat 0 0)] |}]";
    let report = check_source("prelude.ml", source, &Options::default());
    let verdicts: Vec<(&str, &str)> =
        report.claims.iter().map(|claim| (claim.claim.as_str(), claim.verdict.word())).collect();
    // The last one mentions symbols that nobody defines.
    let expected = [
        ("third", "valid"),
        ("after_drawing", "valid"),
        ("after_failing", "rejected"),
        ("measured", "valid-modulo"),
    ];
    assert_eq!(verdicts, expected, "{:?}", report.diagnostics);
}
