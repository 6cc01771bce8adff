(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (fun (a, _) -> a) (pair (return 0) (return ((ignore (10 / n); 1)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
