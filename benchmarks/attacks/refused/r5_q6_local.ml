(* class: building moved *)
let rec boom (n : int) : int = boom n
let f0 = let unused = QCheck.Gen.return (fst (boom, 0) 1) in QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
let f = QCheck.Gen.oneofl [ 1; 2 ]
[@@covers {| [v:int | v = 1 || v = 2] |}]
