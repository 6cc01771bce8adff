(* The root is always zero. *)
(* expect: rejected *)
(* missing: complete_tree 1 => Node (1, Leaf, Leaf) *)
open Covenant_runtime

let rec complete_tree (size : int) : int tree =
  if size = 0 then Leaf
  else
    let left = complete_tree (size - 1) in
    let right = complete_tree (size - 1) in
    Node (0, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size && complete v] |}]
[@@measure size]
