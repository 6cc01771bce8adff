(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequency [ (1, return 0); (1, return ((Fun.const 1 (10 / n)))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
