(* What `nat` stops at. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let n = nat
[@@covers {| [v:int | 0 <= v && v < 10000] |}]
