//! Generators beside facts that would justify a wrong claim: lemmas that are false, or almost
//! true, or true and of no use.

use super::templates::filled;
use covenant_execute::Random;

const TREES: &str = "\
let[@«lemma¦lemma¦axiom»] fact (x : int) (l : int tree) (r : int tree) =
  «depth l = depth r\
  ¦depth (Node (x, l, r)) = depth l + 1\
  ¦depth (Node (x, l, r)) <= 3 ==> depth l <= 2\
  ¦0 < depth (Node (x, l, r))\
  ¦depth (Node (x, l, r)) = 1 ==> l = r\
  ¦tree_num_node l < 4 || depth r < 4\
  ¦bst (Node (x, l, r)) ==> bst l\
  ¦bst l && bst r ==> bst (Node (x, l, r))\
  ¦tree_mem (Node (x, l, r)) x\
  ¦complete (Node (x, l, r)) ==> depth l = depth r\
  ¦tree_num_node (Node (x, l, r)) = 2 * tree_num_node l + 1»

let rec go (n : int) : int tree =
  if n <= 0 then Leaf
  else «¦if bool_gen () then Leaf else »
    let a = int_gen () in
    let l = go (n - 1) in
    «let r = go (n - 1) in Node (a, l, r)¦Node (a, l, l)¦Node (a, l, Leaf)»
[@@covers {| n:{v:int | 0 <= v} ->
  [v:int tree | «depth v = n¦depth v <= n¦complete v && depth v = n¦tree_num_node v <= n¦bst v && depth v <= n»] |}]
[@@measure n]
";

const LISTS: &str = "\
let[@«lemma¦lemma¦axiom»] fact (x : int) (l : int list) =
  «len l <= 3\
  ¦mem l x ==> hd l x\
  ¦sorted (x :: l) ==> sorted l\
  ¦sorted l ==> sorted (x :: l)\
  ¦sorted l && uniq l ==> not (mem l 0)\
  ¦len (x :: l) = len l + 1\
  ¦uniq (x :: l) ==> sorted l\
  ¦0 < len l ==> mem l x\
  ¦len l = 1 ==> (exists y:int. l = [y])»

let rec go (n : int) (x : int) : int list =
  if n <= 0 then []
  else «¦if bool_gen () then [] else »
    «x :: go (n - 1) x\
    ¦(let a = nat_gen () in (x + a) :: go (n - 1) (x + a))\
    ¦(let a = int_gen () in if x <= a then a :: go (n - 1) a else err ())\
    ¦(let t = go (n - 1) x in if mem t x then t else x :: t)\
    ¦(let a = int_gen () in a :: go (n - 1) x)»
[@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} ->
  [v:int list | «sorted v && len v <= n\
    ¦sorted v && len v <= n && (forall u:int. mem v u ==> x <= u)\
    ¦uniq v && len v = n\
    ¦len v = n\
    ¦len v <= n\
    ¦len v = n && (forall u:int. mem v u ==> u = x)»] |}]
[@@measure n]
";

/// The program text.
pub(super) fn program(random: &mut Random) -> String {
    filled(if random.coin() { TREES } else { LISTS }, random)
}
