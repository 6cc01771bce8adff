(* class: evaluation lost *)
let k = List.map (Int.add (List.hd []))
let g : int QCheck.Gen.t = QCheck.Gen.int_range 0 3
[@@covers {| M [v:int | 0 <= v && v <= 3] |}]
