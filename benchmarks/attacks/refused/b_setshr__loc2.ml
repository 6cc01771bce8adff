(* class: building moved *)
open QCheck
let f (n : int) = Gen.(QCheck.gen (QCheck.set_gen (return 0) (QCheck.make (return ((let g x = let h y = 10 / y in h x in g n))))))
[@@covers {| n:int -> [v:int | v = 0] |}]
