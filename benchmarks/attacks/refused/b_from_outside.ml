(* class: building moved *)
open QCheck.Gen
let rec f n = match n with 0 -> return 0 | n -> oneof [ return 0; f (n - 1) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
let g = oneof [ return 1; f (-1) ]
[@@covers {| [v:int | v = 1] |}]
