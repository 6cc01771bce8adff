(* class: building moved *)
open QCheck.Gen
let rec f l = match l with [] -> return 0 | x :: t -> oneof [ return 0; f (x :: t) ]
[@@covers {| l:{v:int list | true} -> [v:int | v = 0] |}]
