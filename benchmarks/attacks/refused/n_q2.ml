(* class: evaluation lost *)
open QCheck
let h = List.fold_left (fun a b -> a + b) (failwith "no")
let g = Gen.int
[@@covers {| [v:int | true] |}]
