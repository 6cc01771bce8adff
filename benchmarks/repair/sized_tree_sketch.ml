(* Every binary tree of depth at most [size]. Only its condition. *)
(* expect: rejected *)
(* missing: sized_tree 0 => Leaf *)
open Covenant_runtime

let rec sized_tree (size : int) : int tree =
  if size = 0 then err ()
  else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v <= size] |}]
[@@measure size]
