(* The divisor may be any integer but 0, where the division fails and nothing comes
   back. *)
(* expect: valid *)
open Covenant_runtime

let divisor () : int =
  let x = int_gen () in
  let _quotient = 3 / x in
  x
[@@covers {| M [v:int | v <> 0] |}]
