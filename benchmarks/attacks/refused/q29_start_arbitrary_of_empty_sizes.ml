(* class: a generator without claim that raises or never ends when the program starts *)
let bad = QCheck.(list_of_size Gen.(int_range 5 1) small_int)
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
