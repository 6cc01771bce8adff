(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneofl (List.map (fun y -> if y = 0 then 0 else (Option.value (if n = 0 then None else Some 1) ~default:(10 / n))) [0; 1]))
[@@covers {| n:int -> [v:int | v = 0] |}]
