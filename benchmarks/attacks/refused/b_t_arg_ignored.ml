(* class: building moved *)
let k (_g : int QCheck.Gen.t) = QCheck.Gen.return 0
let f (n : int) = k (QCheck.Gen.return (10 / n))
[@@covers {| n:int -> [v:int | v = 0] |}]
