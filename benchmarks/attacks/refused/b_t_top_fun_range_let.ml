(* class: building moved *)
let mk x = QCheck.Gen.int_range 1 x
let f (n : int) = QCheck.Gen.(let g = mk n in oneof [ return 0; g ])
[@@covers {| n:int -> [v:int | v = 0] |}]
