(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.(oneof [return 0; map (fun _ -> 1) (int_bound ((let ap h x = h x in ap part n)))])
[@@covers {| n:int -> [v:int | v = 0] |}]
