(* class: building moved *)
open QCheck.Gen
let rec f l = match l with [] -> return 0 | x :: t -> (match t with [] -> return 0 | y :: u -> oneof [ return 0; f (let t = l in t) ])
[@@covers {| l:{v:int list | true} -> [v:int | v = 0] |}]
