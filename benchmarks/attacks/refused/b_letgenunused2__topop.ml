(* class: building moved *)
open QCheck
let ( /! ) a b = a / b
let f (n : int) = Gen.((let _g = return ((10 /! n)) in return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
