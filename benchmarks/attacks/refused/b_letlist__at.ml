(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.((let l = [return 0; return ((part @@ n))] in oneof l))
[@@covers {| n:int -> [v:int | v = 0] |}]
