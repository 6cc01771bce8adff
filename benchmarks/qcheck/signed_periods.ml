(* Periods of both signs. *)
(* expect: valid *)
(* level: 1 *)
type period = { months : int; days : int }

let period = QCheck.Gen.(map2 (fun months days -> { months; days }) (int_range (-12) 12) (int_range (-31) 31))
[@@covers {| [v:period | -12 <= v.months && v.months <= 12 && -31 <= v.days && v.days <= 31] |}]
