(* It stops at -9,999. *)
(* expect: rejected *)
(* missing: n () => -10000 *)
let n = QCheck.Gen.neg_int
[@@covers {| [v:int | -10000 <= v && v <= 0] |}]
