(* The size in place of the power. *)
(* expect: rejected *)
(* missing: bits () => 4 *)
let bits = QCheck.Gen.int_range 0 3
[@@covers {| [v:int | 0 <= v && v < 8] |}]
