(* class: building moved *)
open QCheck.Gen
let rec f n = let ( - ) a b = a + b in if n <= 0 then return 0 else oneof [ return 0; f (n - 1) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
