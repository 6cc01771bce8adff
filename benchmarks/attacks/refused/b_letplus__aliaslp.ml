(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.((let+ a = return 0 and+ _ = oneof [return 1; return ((let h = part in h n))] in a))
[@@covers {| n:int -> [v:int | v = 0] |}]
