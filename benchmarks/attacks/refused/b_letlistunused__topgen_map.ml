(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let _l = [return ((List.fold_left (fun a b -> a / b) 1 [n]))] in return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
