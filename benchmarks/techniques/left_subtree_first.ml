(* The left subtree is made before it is known whether there is a node to put it into. *)
(* expect: valid *)
open Covenant_runtime

let rec early_tree (s : int) : int tree =
  let left = if s <= 0 then Leaf else early_tree (s - 1) in
  if s <= 0 then Leaf else if bool_gen () then Leaf else Node (int_gen (), left, early_tree (s - 1))
[@@covers {| s:{v:int | 0 <= v} -> [v:int tree | depth v <= s] |}]
[@@measure s]
