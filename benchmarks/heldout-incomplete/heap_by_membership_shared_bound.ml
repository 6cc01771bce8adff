(* The right subtree is bounded by the left one's root. *)
(* expect: rejected *)
(* missing: heap_below 2 0 => Node (0, Leaf, Node (0, Leaf, Leaf)) *)
open Covenant_runtime

let rec heap_below (size : int) (top : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_gen () in
    if root <= top then
      let left = heap_below (size - 1) root in
      let right =
        match left with Leaf -> Leaf | Node (x, _, _) -> heap_below (size - 1) x
      in
      Node (root, left, right)
    else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> top:{v:int | true} ->
  [v:int tree | heap v && depth v <= size
                && (forall u:int. tree_mem v u ==> u <= top)]
|}]
[@@measure size]
