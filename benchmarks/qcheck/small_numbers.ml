(* What `small_nat` stops at. *)
(* expect: valid *)
(* level: 1 *)
let n = QCheck.Gen.small_nat
[@@covers {| [v:int | 0 <= v && v <= 99] |}]
