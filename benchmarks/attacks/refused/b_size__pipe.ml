(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.(oneof [return 0; int_range 0 ((n |> part))])
[@@covers {| n:int -> [v:int | v = 0] |}]
