(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof (if (Fun.const 1 (10 / n)) = 3 then [return 0; return 1] else [return 0]))
[@@covers {| n:int -> [v:int | v = 0] |}]
