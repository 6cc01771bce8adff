(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof ([return 0] @ [return ((if 10 / n = 3 then 1 else 2))]))
[@@covers {| n:int -> [v:int | v = 0] |}]
