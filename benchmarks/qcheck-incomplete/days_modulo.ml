(* Modulo without the one: no 31st. *)
(* expect: rejected *)
(* missing: day () => 31 *)
let day = QCheck.Gen.(map (fun n -> n mod 31) pint)
[@@covers {| [v:int | 1 <= v && v <= 31] |}]
