(* class: building moved *)
type t = A | B
let x = B
type u = A
let h = QCheck.Gen.return (match x with A -> 1)
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
