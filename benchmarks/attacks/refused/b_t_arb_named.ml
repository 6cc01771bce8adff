(* class: building moved *)
let f (n : int) = let a = QCheck.make (QCheck.Gen.return (10 / n)) in QCheck.Gen.(oneof [ return 0; QCheck.gen a ])
[@@covers {| n:int -> [v:int | v = 0] |}]
