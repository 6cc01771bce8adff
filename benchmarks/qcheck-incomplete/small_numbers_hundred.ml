(* It stops at 99. *)
(* expect: rejected *)
(* missing: n () => 100 *)
let n = QCheck.Gen.small_nat
[@@covers {| [v:int | 0 <= v && v <= 100] |}]
