(* class: building moved *)
open QCheck
let gen_of x = Gen.return x
let f (n : int) = Gen.(oneof [return 0; gen_of ((match [10 / n] with [] -> 0 | x :: _ -> x))])
[@@covers {| n:int -> [v:int | v = 0] |}]
