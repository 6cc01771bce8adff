(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let l = [0; (fst (10 / n, 1))] in oneofl l))
[@@covers {| n:int -> [v:int | v = 0] |}]
