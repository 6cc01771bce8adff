(* class: building moved *)
let f (n : int) = QCheck.make ~print:(let k = 10 / n in fun y -> string_of_int (y + k)) (QCheck.Gen.return 0)
[@@covers {| n:int -> [v:int | v = 0] |}]
