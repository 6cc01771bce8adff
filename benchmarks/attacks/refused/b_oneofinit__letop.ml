(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof (List.init 2 (fun y -> if y = 0 then return 0 else return ((let ( +! ) a b = a / b in 10 +! n)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
