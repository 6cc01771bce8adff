(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let g = QCheck.Gen.map (fun n -> 10 / n) QCheck.Gen.int
let h = QCheck.Gen.(int >>= fun n -> int_bound n)
