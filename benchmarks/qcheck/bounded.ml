(* The bound is included. *)
(* expect: valid *)
(* level: 1 *)
let n = QCheck.Gen.int_bound 10
[@@covers {| [v:int | 0 <= v && v <= 10] |}]
