(* class: control, an arm whose function takes a pair apart *)
let f (a, b) = QCheck.Gen.return (a + b)
let g = QCheck.Gen.(oneof [ return 1; f (1, 1) ])
[@@covers {| [v:int | v = 1 || v = 2] |}]
