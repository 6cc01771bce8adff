(* Every binary tree, without a bound: the rank is the depth of the value. *)
(* expect: valid *)
open Covenant_runtime

let rec any_tree () : int tree =
  if bool_gen () then Leaf
  else
    let root = int_gen () in
    let left = any_tree () in
    let right = any_tree () in
    Node (root, left, right)
[@@covers {| M [v:int tree | true] |}]
[@@rank depth v]
