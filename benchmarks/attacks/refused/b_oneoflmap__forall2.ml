(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneofl (List.map (fun y -> if y = 0 then 0 else (if List.for_all2 (fun a b -> a = b) [1] (if n = 0 then [] else [1]) then 1 else 2)) [0; 1]))
[@@covers {| n:int -> [v:int | v = 0] |}]
