(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof (List.init 2 (fun y -> if y = 0 then return 0 else return ((let (a, b) = (1, 10 / n) in a + b)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
