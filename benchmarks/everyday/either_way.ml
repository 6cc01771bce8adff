(* One of two types. *)
(* expect: valid *)
open Covenant_runtime

let either () : (int, bool) Either.t =
  if bool_gen () then Either.Left (int_gen ()) else Either.Right (bool_gen ())
[@@covers {| M [v:(int, bool) Either.t | true] |}]
