(* Every binary tree of depth at most [size]. It never goes on. *)
(* expect: rejected *)
(* missing: sized_tree 1 => Node (0, Leaf, Leaf) *)
open Covenant_runtime

let rec sized_tree (size : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v <= size] |}]
[@@measure size]
