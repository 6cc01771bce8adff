(* class: building moved *)
open QCheck
let f (n : int) = Gen.((ignore ((match n with x when 10 / x = 3 -> 1 | _ -> 2)); return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
