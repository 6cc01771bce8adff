(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map List.length (list_repeat 0 (return ((Fun.id (10 / n))))))
[@@covers {| n:int -> [v:int | v = 0] |}]
