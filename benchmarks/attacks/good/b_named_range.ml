let f (n : int) = QCheck.Gen.(let g = int_range 0 n in oneof [ return 0; g ])
[@@covers {| n:{v:int | 0 <= v} -> [v:int | 0 <= v && v <= n] |}]
