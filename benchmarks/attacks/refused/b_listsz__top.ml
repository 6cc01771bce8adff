(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.(map List.length (list_size (0 -- 3) (return (part n))))
[@@covers {| n:int -> [v:int | v = 0] |}]
