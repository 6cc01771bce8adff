(* class: building moved *)
(* read: loop *)
open QCheck.Gen
let rec loop (x : int) : int = loop (x + 1)
[@@covers {| x:int -> [v:int | false] |}]
let f n = oneof [ return 0; return (loop n) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
