(* And nothing more. *)
(* expect: rejected *)
(* missing: n () => 11 *)
let n = QCheck.Gen.int_bound 10
[@@covers {| [v:int | 0 <= v && v <= 11] |}]
