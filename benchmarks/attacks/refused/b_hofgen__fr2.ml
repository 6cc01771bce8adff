(* class: building moved *)
open QCheck
let gapp h x = h x
let f (n : int) = Gen.(oneof [return 0; gapp (fun x -> return x) ((List.fold_right2 (fun a b c -> a + b + c) [1] (if n = 0 then [] else [1]) 0))])
[@@covers {| n:int -> [v:int | v = 0] |}]
