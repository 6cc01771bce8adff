(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let+ a = return 0 and+ _ = oneof [return 1; return ((let g x = 10 / x in g n))] in a))
[@@covers {| n:int -> [v:int | v = 0] |}]
