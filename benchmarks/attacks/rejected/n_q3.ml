(* class: evaluation lost *)
open QCheck
let g = Gen.(int >>= fun x -> let h = List.fold_left (fun a b -> a + b) (List.hd []) in return x)
[@@covers {| [v:int | true] |}]
