(* class: building moved *)
open QCheck.Gen
let app h x = h x
let rec f n = if n <= 0 then return 0 else oneof [ return 0; app f n ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
