(* The default is overridden. *)
(* expect: rejected *)
(* missing: n () => 0 *)
let range ?(low = 0) ~high () = QCheck.Gen.int_range low high

let n = range ~low:1 ~high:7 ()
[@@covers {| [v:int | 0 <= v && v <= 7] |}]
