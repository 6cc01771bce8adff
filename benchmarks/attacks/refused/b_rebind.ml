(* class: building moved *)
open QCheck.Gen
let rec f n = if n <= 0 then return 0 else let n = n + 5 in oneof [ return 0; f (n - 1) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
