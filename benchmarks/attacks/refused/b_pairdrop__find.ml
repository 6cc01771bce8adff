(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (fun (a, _) -> a) (pair (return 0) (return ((List.find (fun x -> x = n) [1;2])))))
[@@covers {| n:int -> [v:int | v = 0] |}]
