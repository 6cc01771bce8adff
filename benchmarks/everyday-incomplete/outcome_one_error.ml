(* One of the two errors never comes. *)
(* expect: rejected *)
(* missing: outcome () => Error false *)
open Covenant_runtime

let outcome () : (int, bool) result = if bool_gen () then Ok (nat_gen ()) else Error true
[@@covers {| M [v:(int, bool) result | forall x:int. v = Ok x ==> 0 <= x] |}]
