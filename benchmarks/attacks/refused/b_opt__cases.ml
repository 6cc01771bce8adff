(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (function None -> 0 | Some _ -> 1) (opt (return (((function 1 -> 2 | x when x <> 0 -> x) n)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
