(* class: building moved *)
(* read: mk *)
let mk x = QCheck.Gen.int_range 1 x
[@@covers {| x:int -> [v:int | 1 <= v && v <= x] |}]
let f (n : int) = QCheck.Gen.(let g = mk n in oneof [ return 0; g ])
[@@covers {| n:int -> [v:int | v = 0] |}]
