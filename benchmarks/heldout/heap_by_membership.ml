(* Every max-heap of depth at most [size] with no element above [top]; the bound is
   stated for all elements, though only the root is ever compared with it. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let rec heap_below (size : int) (top : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_gen () in
    if root <= top then
      let left = heap_below (size - 1) root in
      let right = heap_below (size - 1) root in
      Node (root, left, right)
    else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> top:{v:int | true} ->
  [v:int tree | heap v && depth v <= size
                && (forall u:int. tree_mem v u ==> u <= top)]
|}]
[@@measure size]
