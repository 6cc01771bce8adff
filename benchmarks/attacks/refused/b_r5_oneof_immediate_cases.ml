(* class: building moved *)
let f (n : int) = QCheck.Gen.(oneof [ return 0; return ((function 1 -> 2 | x when x <> 0 -> x) n) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
