open QCheck.Gen
let rec f n = if n <= 0 then return 0 else oneof [ int_range 0 n; f (n - 1) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | 0 <= v && v <= n] |}]
