(* It stops at 9,999. *)
(* expect: rejected *)
(* missing: n () => 10000 *)
open QCheck.Gen

let n = nat
[@@covers {| [v:int | 0 <= v && v <= 10000] |}]
