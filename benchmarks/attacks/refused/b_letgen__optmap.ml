(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.((let g = return ((match Option.map part (Some n) with None -> 0 | Some x -> x)) in oneof [return 0; g]))
[@@covers {| n:int -> [v:int | v = 0] |}]
