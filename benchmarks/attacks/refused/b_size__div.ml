(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof [return 0; int_range 0 (10 / n)])
[@@covers {| n:int -> [v:int | v = 0] |}]
