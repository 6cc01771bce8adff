(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof (List.map (fun y -> if y = 0 then return 0 else return ((let g x = match x with 1 -> 2 | x when x <> 0 -> x in g n))) [0; 1]))
[@@covers {| n:int -> [v:int | v = 0] |}]
