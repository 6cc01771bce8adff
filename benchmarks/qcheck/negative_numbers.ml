(* `neg_int` stops too. *)
(* expect: valid *)
(* level: 1 *)
let n = QCheck.Gen.neg_int
[@@covers {| [v:int | -9999 <= v && v <= 0] |}]
