(* A pair taken apart in the claim. *)
(* expect: valid *)
open Covenant_runtime

let interval () : int * int =
  let low = int_gen () in
  let length = nat_gen () in
  (low, low + length)
[@@covers {| unit -> [v:int * int | let (low, high) = v in low <= high] |}]
