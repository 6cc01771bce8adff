(* class: a generator without claim that raises or never ends when the program starts *)
let f x = let rec g y = g y in QCheck.Gen.return (g x) let bad = f 2
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
