(* class: match moved to the last argument *)
let g (Some x : int option) (y : int) : int = y
let f : int QCheck.Gen.t = QCheck.Gen.(int_range 0 5 >>= fun n -> let h = g None in return n)
[@@covers {| M [v:int | 0 <= v && v <= 5] |}]
