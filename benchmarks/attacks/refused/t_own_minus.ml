(* class: a trial of what is built at the start *)
let f = QCheck.Gen.return 1
[@@covers {| [v:int | v = 1] |}]
let ( - ) a b = if b = 0 then a else failwith "no"
let rec down n = if n <= 0 then QCheck.Gen.return 0 else down (n - 1)
let g = down 3
