(* class: building moved *)
open QCheck.Gen
let one = 1
let rec f n = let one = -1 in if n <= 0 then return 0 else oneof [ return 0; f (n - one) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
