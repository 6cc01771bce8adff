(* Every integer list of at most [size] elements. It never goes on. *)
(* expect: rejected *)
(* missing: sized_list 1 => [0] *)
open Covenant_runtime

let rec sized_list (size : int) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v <= size] |}]
[@@measure size]
