(* class: building moved *)
open QCheck.Gen
let rec f (n, m) = if n <= 0 then return 0 else oneof [ return 0; f (n, m) ]
[@@covers {| p:(int * int) -> [v:int | v = 0] |}]
