(* class: control, a generator without claim is built when the program starts *)
let good = QCheck.Gen.(sized (fix (fun self n -> if n = 0 then return [] else map (fun l -> 1 :: l) (self (n - 1)))))
let digit = QCheck.Gen.int_bound 9 [@@covers {| [v:int | 0 <= v && v <= 9] |}]
