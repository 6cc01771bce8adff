(* The children are above their parent. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: tree_above 2 0 => Node (1, Node (1, Leaf, Leaf), Leaf) *)
open Covenant_runtime

let[@predicate] rec all_above (t : int tree) (low : int) : bool =
  match t with Leaf -> true | Node (x, l, r) -> low < x && all_above l low && all_above r low

let rec tree_above (n : int) (low : int) : int tree =
  if n = 0 then Leaf
  else if bool_gen () then Leaf
  else
    let x = low + 1 + nat_gen () in
    Node (x, tree_above (n - 1) x, tree_above (n - 1) x)
[@@covers {| n:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int tree | all_above v low && depth v <= n] |}]
