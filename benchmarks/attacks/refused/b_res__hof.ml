(* class: building moved *)
open QCheck
let part x = if x = 0 then failwith "no" else x
let app h x = h x
let f (n : int) = Gen.(map (function Ok _ -> 0 | Error _ -> 1) (result (return 0) (return ((app part n)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
