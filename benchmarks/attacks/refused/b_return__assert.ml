(* class: building moved *)
open QCheck
let f (n : int) = Gen.(oneof [ return 0; return ((assert (n <> 0); 1)) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
