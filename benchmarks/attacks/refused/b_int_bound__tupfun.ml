(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof [return 0; map (fun _ -> 1) (int_bound ((let g (a, b) = a / b in g (10, n))))])
[@@covers {| n:int -> [v:int | v = 0] |}]
