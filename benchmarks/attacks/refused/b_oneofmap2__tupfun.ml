(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof (List.map (fun y -> if y = 0 then return 0 else return ((let g (a, b) = a / b in g (10, n)))) [0; 1]))
[@@covers {| n:int -> [v:int | v = 0] |}]
