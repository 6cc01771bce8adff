(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.Gen.(string_size ~gen:(char_range 'a' 'z') (int_range 1 8))
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
