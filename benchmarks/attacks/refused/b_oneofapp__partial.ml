(* class: building moved *)
open QCheck
let div2 a b = a / b
let f (n : int) = Gen.(oneof ([return 0] @ [return ((let g = div2 10 in g n))]))
[@@covers {| n:int -> [v:int | v = 0] |}]
