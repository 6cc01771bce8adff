(* class: building moved *)
open QCheck.Gen
let rec loop x = loop (x + 1)
let f n = oneof [ return 0; return (loop n) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
