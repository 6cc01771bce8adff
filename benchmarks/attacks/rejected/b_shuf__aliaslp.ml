(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let f (n : int) = Gen.(map (fun _ -> 0) (shuffle_l [1; (let h = part in h n)]))
[@@covers {| n:int -> [v:int | v = 0] |}]
