(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (fun _ -> 0) (flatten_l [return 1; return ((if 10 / n = 3 then 1 else 2))]))
[@@covers {| n:int -> [v:int | v = 0] |}]
