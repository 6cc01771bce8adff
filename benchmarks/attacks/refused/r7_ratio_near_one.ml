(* class: QCheck: 1 - ratio is below the smallest number that is drawn *)
let g = QCheck.Gen.(option ~ratio:0.9999999999999999 (return 1))
[@@covers {| [v:int option | v = None] |}]
