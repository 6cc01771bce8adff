(* class: building moved *)
open QCheck.Gen
let rec f n = let h = f in if n <= 0 then return 0 else oneof [ return 0; h n ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
