(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof [ return ((let g x = let h y = 10 / y in h x in g n)); return 0 ])
[@@covers {| n:int -> [v:int | v = 0] |}]
