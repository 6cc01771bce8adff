(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequency [ (1, return 0); (0, return ((let ( +! ) a b = a / b in 10 +! n))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
