(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof [ return 0; return ((let g = fun x -> 10 / x in g n)) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
