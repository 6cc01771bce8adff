(* class: building moved *)
open QCheck.Gen
let rec f n = match n with 0 -> return 0 | m when (ignore (f m); false) -> return 1 | m -> oneof [ return 0; f (m - 1) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
