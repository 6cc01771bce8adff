(* class: building moved *)
open QCheck
let f (n : int) = Gen.(QCheck.gen (QCheck.make ~print:(let k = (let h = List.hd in h (if n = 0 then [] else [1])) in fun y -> string_of_int (y + k)) (return 0)))
[@@covers {| n:int -> [v:int | v = 0] |}]
