(* class: building moved *)
let f (n : int) = QCheck.Gen.(let _g = int_range 1 n in return 0)
[@@covers {| n:int -> [v:int | v = 0] |}]
