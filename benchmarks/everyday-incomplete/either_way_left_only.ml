(* The second type never comes. *)
(* expect: rejected *)
(* missing: either () => Either.Right false *)
open Covenant_runtime

let either () : (int, bool) Either.t = if bool_gen () then Either.left 0 else Either.Left (int_gen ())
[@@covers {| M [v:(int, bool) Either.t | true] |}]
