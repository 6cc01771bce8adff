(* class: building moved *)
open QCheck.Gen
let rec f n = if n <= 0 then return 0 else QCheck.gen (QCheck.make ~print:(let _ = f n in string_of_int) (return 0))
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
