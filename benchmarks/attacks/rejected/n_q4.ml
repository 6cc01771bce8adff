(* class: evaluation lost *)
open QCheck
let h (x : int) = List.fold_left (fun a b -> a + b) (Option.get None)
let g = Gen.(let+ x = int in let k = h x in ignore k; x)
[@@covers {| [v:int | true] |}]
