(* class: QCheck: a ratio that is small, and one that leaves no choice *)
let g = QCheck.Gen.(option ~ratio:0.001 (return 1))
[@@covers {| [v:int option | v = Some 1 || v = None] |}]

let h = QCheck.Gen.(option ~ratio:1.0 (return 1))
[@@covers {| [v:int option | v = Some 1] |}]
