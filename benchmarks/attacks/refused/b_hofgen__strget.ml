(* class: building moved *)
open QCheck
let gapp h x = h x
let f (n : int) = Gen.(oneof [return 0; gapp (fun x -> return x) ((Char.code (String.get "" 0)))])
[@@covers {| n:int -> [v:int | v = 0] |}]
