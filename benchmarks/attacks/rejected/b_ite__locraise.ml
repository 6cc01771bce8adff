(* class: building moved *)
open QCheck
let f (n : int) = Gen.((if (let g x = if x = 0 then failwith "no" else x in g n) = 3 then return 0 else return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
