(* class: QCheck: 1 - ratio is 1 as a float, and no number that is drawn reaches it *)
let g = QCheck.Gen.(option ~ratio:1e-30 (return 1))
[@@covers {| [v:int option | v = Some 1] |}]
