(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof [ return ((let h = List.hd in h (if n = 0 then [] else [1]))); return 0 ])
[@@covers {| n:int -> [v:int | v = 0] |}]
