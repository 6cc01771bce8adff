(* class: building moved *)
open QCheck
let f (n : int) = Gen.((if ((function 1 -> 2 | x when x <> 0 -> x) n) = 3 then return 0 else return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
