(* All numbers of three bits. *)
(* expect: valid *)
(* level: 1 *)
let bits = QCheck.Gen.int_range 0 7
[@@covers {| [v:int | 0 <= v && v < 8] |}]
