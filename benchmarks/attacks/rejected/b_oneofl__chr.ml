(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneofl [ 0; (Char.code (Char.chr (n * n - 1))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
