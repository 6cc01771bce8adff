(* Every binary tree all of whose leaves are at depth [size]. Nothing but the base case. *)
(* expect: rejected *)
(* missing: complete_tree 1 => Node (0, Leaf, Leaf) *)
open Covenant_runtime

let rec complete_tree (size : int) : int tree =
  if size = 0 then Leaf
  else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size && complete v] |}]
[@@measure size]
