(* Every binary tree all of whose leaves are at depth [size]. Only its condition. *)
(* expect: rejected *)
(* missing: complete_tree 0 => Leaf *)
open Covenant_runtime

let rec complete_tree (size : int) : int tree =
  if size = 0 then err ()
  else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int tree | depth v = size && complete v] |}]
[@@measure size]
