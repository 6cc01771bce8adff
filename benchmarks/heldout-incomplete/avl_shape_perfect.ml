(* The two subtrees always have the same height. *)
(* expect: rejected *)
(* missing: avl 2 => Node (0, Node (0, Leaf, Leaf), Leaf) *)
open Covenant_runtime

let[@predicate] rec balanced (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) ->
      depth l <= depth r + 1 && depth r <= depth l + 1 && balanced l && balanced r

let rec avl (height : int) : int tree =
  if height = 0 then Leaf
  else if height = 1 then Node (int_gen (), Leaf, Leaf)
  else
    let root = int_gen () in
    let tall = avl (height - 1) in
    let other = avl (height - 1) in
    Node (root, tall, other)
[@@covers {| height:{v:int | 0 <= v} -> [v:int tree | depth v = height && balanced v] |}]
[@@measure height]
