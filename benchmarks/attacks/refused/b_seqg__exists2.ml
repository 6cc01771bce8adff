(* class: building moved *)
open QCheck
let f (n : int) = Gen.((ignore ((if List.exists2 (fun a b -> a = b) [1] (if n = 0 then [] else [1]) then 1 else 2)); return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
