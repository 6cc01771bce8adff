(* class: an array that is changed *)
let g = QCheck.Gen.(map (fun a -> a.(0) <- 1; a) (array_size (return 2) small_nat))
[@@covers {| [v:int array | Array.length v = 2] |}]
