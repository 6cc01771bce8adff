(* class: a type of the file with the name of a type of literals *)
type string = A | B
let g = QCheck.Gen.return "x"
[@@covers {| [v:string | true] |}]
