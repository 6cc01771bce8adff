(* The range of the root starts one too high. *)
(* expect: rejected *)
(* missing: sized_bst 1 0 2 => Node (1, Leaf, Leaf) *)
open Covenant_runtime

let rec sized_bst (size : int) (lo : int) (hi : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else if hi <= lo + 1 then Leaf
  else
    let root = int_range (lo + 2) (hi - 1) in
    let left = sized_bst (size - 1) lo root in
    let right = sized_bst (size - 1) root hi in
    Node (root, left, right)
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | bst v && depth v <= size
                && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure size]
