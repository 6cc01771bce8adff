let f (n : int) (m : int) = QCheck.Gen.(oneof [ return 0; (if n < m then return n else return m) ])
[@@covers {| n:int -> m:int -> [v:int | v = 0] |}]
