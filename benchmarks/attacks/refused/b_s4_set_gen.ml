(* class: building moved *)
let f (n : int) = QCheck.set_gen (QCheck.Gen.return 0) (QCheck.make (QCheck.Gen.return (10 / n)))
[@@covers {| n:int -> [v:int | v = 0] |}]
