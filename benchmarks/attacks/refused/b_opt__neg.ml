(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (function None -> 0 | Some _ -> 1) (opt (return ((- (10 / n))))))
[@@covers {| n:int -> [v:int | v = 0] |}]
