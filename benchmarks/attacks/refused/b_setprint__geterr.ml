(* class: building moved *)
open QCheck
let f (n : int) = Gen.(QCheck.gen (QCheck.set_print (let k = (Result.get_error (if n = 0 then Ok 1 else Error 1)) in fun y -> string_of_int (y + k)) (QCheck.make (return 0))))
[@@covers {| n:int -> [v:int | v = 0] |}]
