(* class: a generator without claim that raises or never ends when the program starts *)
let rec f x = QCheck.Gen.map succ (f x)
let bad = f 1
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
