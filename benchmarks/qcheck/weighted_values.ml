(* A choice from values with weights. *)
(* expect: valid *)
(* level: 1 *)
let bit = QCheck.Gen.frequencyl [ (3, 0); (1, 1) ]
[@@covers {| [v:int | v = 0 || v = 1] |}]
