(* class: building moved *)
let k (g : int QCheck.Gen.t) = QCheck.Gen.(oneof [ return 0; g ])
let f (n : int) = k (QCheck.Gen.int_range 1 n)
[@@covers {| n:int -> [v:int | v = 0] |}]
