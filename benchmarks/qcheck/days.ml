(* Days of a month. *)
(* expect: valid *)
(* level: 2 *)
let day = QCheck.Gen.(map (fun n -> n + 1) (int_bound 30))
[@@covers {| [v:int | 1 <= v && v <= 31] |}]
