(* Days of a month. *)
(* expect: valid *)
(* level: 2 *)
let day = QCheck.Gen.(map (fun n -> (n mod 31) + 1) pint)
[@@covers {| [v:int | 1 <= v && v <= 31] |}]
