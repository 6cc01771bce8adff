(* class: building moved *)
open QCheck.Gen
let rec f n = if n <= 0 then return 0 else oneof (return 0 :: List.map f [ n ])
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
