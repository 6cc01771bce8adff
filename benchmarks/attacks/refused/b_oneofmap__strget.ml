(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof (List.map (fun y -> return y) [0; (Char.code (String.get "" 0))]))
[@@covers {| n:int -> [v:int | v = 0] |}]
