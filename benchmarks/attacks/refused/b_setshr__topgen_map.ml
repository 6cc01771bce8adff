(* class: building moved *)
open QCheck
let f (n : int) = Gen.(QCheck.gen (QCheck.set_gen (return 0) (QCheck.make (return ((List.fold_left (fun a b -> a / b) 1 [n]))))))
[@@covers {| n:int -> [v:int | v = 0] |}]
