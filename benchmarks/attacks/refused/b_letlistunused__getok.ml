(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let _l = [return ((Result.get_ok (if n <> 0 then Ok 1 else Error 1)))] in return 0))
[@@covers {| n:int -> [v:int | v = 0] |}]
