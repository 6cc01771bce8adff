open QCheck.Gen
let rec f n = if n <= 0 then return 0 else oneof [ return 0; (int >>= fun _ -> f n) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:int | v = 0] |}]
