(* class: building moved *)
open QCheck
type r = { a : int }
let f (n : int) = Gen.((let l = [0; (let r = { a = 10 / n } in r.a)] in oneofl l))
[@@covers {| n:int -> [v:int | v = 0] |}]
