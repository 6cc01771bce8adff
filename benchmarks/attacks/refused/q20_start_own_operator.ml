(* class: a generator without claim that raises or never ends when the program starts *)
let ( + ) a b = failwith "no"
let bad = QCheck.Gen.return (1 + 2)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
