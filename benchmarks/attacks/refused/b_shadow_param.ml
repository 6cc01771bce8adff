(* class: building moved *)
open QCheck.Gen
let one = 1
let rec f one n = if n <= 0 then return 0 else oneof [ return 0; f one (n - one) ]
[@@covers {| one:int -> n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
