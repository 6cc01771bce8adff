(* Labels and an optional argument. *)
(* expect: valid *)
(* level: 1 *)
let range ?(low = 0) ~high () = QCheck.Gen.int_range low high

let n = range ~high:7 ()
[@@covers {| [v:int | 0 <= v && v <= 7] |}]
