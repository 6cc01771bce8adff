(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequencyl [ (1, 0); (1, (let rec g x = if x = 0 then failwith "no" else x in g n)) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
