(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let l = [return 0; return ((match n with x when 10 / x = 3 -> 1 | _ -> 2))] in oneof l))
[@@covers {| n:int -> [v:int | v = 0] |}]
