(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let _g = return ((let g = fun x -> 10 / x in g n)) in return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
