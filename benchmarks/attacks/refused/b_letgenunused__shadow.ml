(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.((let g = return ((let part x = part x in part n)) in let _ = g in return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
