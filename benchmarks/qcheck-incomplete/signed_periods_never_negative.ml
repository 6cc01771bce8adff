(* No negative ones. *)
(* expect: rejected *)
(* missing: period () => { months = -1; days = 0 } *)
type period = { months : int; days : int }

let period = QCheck.Gen.(map2 (fun months days -> { months; days }) (int_bound 12) (int_bound 31))
[@@covers {| [v:period | -12 <= v.months && v.months <= 12 && -31 <= v.days && v.days <= 31] |}]
