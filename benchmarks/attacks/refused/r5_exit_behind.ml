(* class: top-level effect after the claim *)
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
let () = exit 0
