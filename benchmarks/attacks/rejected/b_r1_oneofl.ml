(* class: building moved *)
let f (n : int) = QCheck.Gen.oneofl [ 0; 10 / n ]
[@@covers {| n:int -> [v:int | v = 0] |}]
