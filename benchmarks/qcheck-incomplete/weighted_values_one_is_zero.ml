(* A weight of 0 is never drawn. *)
(* expect: rejected *)
(* missing: bit () => 1 *)
let bit = QCheck.Gen.frequencyl [ (3, 0); (0, 1) ]
[@@covers {| [v:int | v = 0 || v = 1] |}]
