(* class: evaluation lost *)
open QCheck
let g = Gen.map (fun x -> let h = List.fold_left (fun a b -> a + b) (10 / (x - x)) in x) Gen.int
[@@covers {| [v:int | true] |}]
