(* unsized_list without the branch that ends: it runs for ever. *)
(* expect: rejected *)
(* missing: any_list () => [] *)
open Covenant_runtime

let rec any_list () : int list =
  let head = int_gen () in
  let tail = any_list () in
  head :: tail
[@@covers {| M [v:int list | true] |}]
[@@rank len v]
