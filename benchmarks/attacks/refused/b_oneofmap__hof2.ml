(* class: building moved *)
open QCheck
let app h x = h x
let f (n : int) = Gen.(oneof (List.map (fun y -> return y) [0; (app (fun x -> 10 / x) n)]))
[@@covers {| n:int -> [v:int | v = 0] |}]
