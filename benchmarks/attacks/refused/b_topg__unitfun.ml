(* class: building moved *)
open QCheck
let gen_of x = Gen.return x
let f (n : int) = Gen.(oneof [return 0; gen_of ((let g () = 10 / n in g ()))])
[@@covers {| n:int -> [v:int | v = 0] |}]
