(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map List.length (list (return (10 / n))))
[@@covers {| n:int -> [v:int | v = 0] |}]
