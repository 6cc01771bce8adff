(* The right child is always a leaf. *)
(* expect: rejected *)
(* missing: sized_heap 2 0 => Node (0, Leaf, Node (0, Leaf, Leaf)) *)
open Covenant_runtime

let[@predicate] root_at_most (t : int tree) (bound : int) : bool =
  match t with Leaf -> true | Node (x, _, _) -> x <= bound

let[@predicate] rec max_heap (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) ->
      root_at_most l x && root_at_most r x && max_heap l && max_heap r

let rec sized_heap (size : int) (top : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else
    let root = int_gen () in
    if root <= top then
      let left = sized_heap (size - 1) root in
      Node (root, left, Leaf)
    else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> top:{v:int | true} ->
  [v:int tree | max_heap v && depth v <= size && root_at_most v top]
|}]
[@@measure size]
