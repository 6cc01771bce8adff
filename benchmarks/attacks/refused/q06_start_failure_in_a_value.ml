(* class: a generator without claim that raises or never ends when the program starts *)
let bad = QCheck.Gen.return (failwith "x")
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
