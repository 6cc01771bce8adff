(* The branch that stops early is gone: only perfect trees of depth exactly [size].
   *)
(* expect: rejected *)
(* missing: sized_tree 1 => Leaf *)
open Covenant_runtime

let rec sized_tree (size : int) : int tree =
  if size = 0 then Leaf
  else
    let root = int_gen () in
    let left = sized_tree (size - 1) in
    let right = sized_tree (size - 1) in
    Node (root, left, right)
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v <= size] |}]
[@@measure size]
