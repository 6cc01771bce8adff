(* class: building moved *)
open QCheck
type r = { a : int }
let f (n : int) = Gen.(QCheck.gen (QCheck.set_print (let k = (let r = { a = 10 / n } in r.a) in fun y -> string_of_int (y + k)) (QCheck.make (return 0))))
[@@covers {| n:int -> [v:int | v = 0] |}]
