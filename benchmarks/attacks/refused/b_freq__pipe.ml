(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.(frequency [ (1, return 0); (1, return ((n |> part))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
