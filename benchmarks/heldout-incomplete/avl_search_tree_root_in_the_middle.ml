(* The root is half way between the bounds. *)
(* expect: rejected *)
(* missing: avl 1 0 4 => Node (1, Leaf, Leaf) *)
open Covenant_runtime

let[@predicate] rec balanced (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) ->
      depth l <= depth r + 1 && depth r <= depth l + 1 && balanced l && balanced r

let rec avl (height : int) (lo : int) (hi : int) : int tree =
  if height = 0 then Leaf
  else
    let root = (lo + hi) / 2 in
    if height = 1 then Node (root, Leaf, Leaf)
    else if bool_gen () then
      Node (root, avl (height - 1) lo root, avl (height - 1) root hi)
    else if bool_gen () then
      Node (root, avl (height - 1) lo root, avl (height - 2) root hi)
    else Node (root, avl (height - 2) lo root, avl (height - 1) root hi)
[@@covers {|
  height:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | true} ->
  [v:int tree | depth v = height && balanced v && bst v
                && (forall u:int. tree_mem v u ==> (lo < u && u < hi))]
|}]
[@@measure height]
