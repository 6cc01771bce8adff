//! Recursion without a bound, by the rank of the value that is still to be made; the rank may
//! be wrong.

use super::dice::one;
use covenant_execute::Random;

/// The program text.
pub(super) fn program(random: &mut Random) -> String {
    let (ty, bases, steps, claims, ranks): (&str, &[&str], &[&str], &[&str], &[&str]) = match random.below(3)
    {
        0 => (
            "int list",
            &["[]", "[int_gen ()]", "[0]", "err ()"],
            &[
                "int_gen () :: go ()",
                "go ()",
                "nat_gen () :: go ()",
                "let a = int_gen () in a :: a :: go ()",
                "let t = go () in (match t with [] -> [] | x :: _ -> x :: t)",
                "let t = go () in if bool_gen () then t else 1 :: t",
            ],
            &["true", "0 < len v", "sorted v", "forall u:int. mem v u ==> 0 <= u", "len v <= 2", "uniq v"],
            &["len v", "len v", "len v", "0", "len v - 1", "0 - len v", "2 * len v"],
        ),
        1 => (
            "int tree",
            &["Leaf", "Node (int_gen (), Leaf, Leaf)", "Node (0, Leaf, Leaf)"],
            &[
                "Node (int_gen (), go (), go ())",
                "(let t = go () in Node (int_gen (), t, t))",
                "Node (int_gen (), Leaf, go ())",
                "(if bool_gen () then Node (int_gen (), Leaf, go ()) else Node (int_gen (), go (), Leaf))",
                "go ()",
            ],
            &["true", "depth v <= 2", "complete v", "v <> Leaf", "bst v", "tree_num_node v <= 3"],
            &["depth v", "tree_num_node v", "depth v", "0", "depth v - 1", "1"],
        ),
        _ => (
            "int",
            &["0", "1", "nat_gen ()", "int_range 0 2"],
            &[
                "1 + go ()",
                "2 + go ()",
                "go () - 1",
                "go ()",
                "(let a = go () in if a < 3 then a + 1 else err ())",
            ],
            &["0 <= v", "true", "v mod 2 = 0", "0 < v", "0 <= v && v <= 3", "v <= 0"],
            &["v", "v", "0 - v", "0", "abs v", "v / 2", "v mod 2"],
        ),
    };
    let (base, step, claim, rank) =
        (one(random, bases), one(random, steps), one(random, claims), one(random, ranks));
    let choice =
        one(random, &["bool_gen ()", "bool_gen ()", "bool_gen ()", "int_gen () <= 0", "true", "false"]);
    format!(
        "let rec go () : {ty} =\n  if {choice} then {base} else {step}\n[@@covers {{| M [v:{ty} | {claim}] |}}]\n[@@rank {rank}]\n"
    )
}
