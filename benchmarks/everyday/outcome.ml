(* A result or an error. *)
(* expect: valid *)
open Covenant_runtime

let outcome () : (int, bool) result = if bool_gen () then Ok (nat_gen ()) else Error (bool_gen ())
[@@covers {| M [v:(int, bool) result | forall x:int. v = Ok x ==> 0 <= x] |}]
