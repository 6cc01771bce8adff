(* class: building moved *)
let f (n : int) = QCheck.Gen.(let g = return (10 / n) in oneof [ return 0; g ])
[@@covers {| n:int -> [v:int | v = 0] |}]
