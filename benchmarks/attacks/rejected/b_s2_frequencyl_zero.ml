(* class: building moved *)
let f (n : int) = QCheck.Gen.frequencyl [ (1, 0); (0, 10 / n) ]
[@@covers {| n:int -> [v:int | v = 0] |}]
