(* Multiples of four only. *)
(* expect: rejected *)
(* missing: even () => 2 *)
let even = QCheck.Gen.(map (fun n -> n * 4) (int_range 0 25))
[@@covers {| [v:int | 0 <= v && v <= 100 && v mod 2 = 0] |}]
