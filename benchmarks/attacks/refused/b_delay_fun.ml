(* class: building moved *)
open QCheck.Gen
let rec f n = if n <= 0 then return 0 else oneof [ return 0; delay (f n; fun () -> return 0) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
