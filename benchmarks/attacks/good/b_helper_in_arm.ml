let half x = x / 2
let f (n : int) = QCheck.Gen.(oneof [ return n; return (half n) ])
[@@covers {| n:int -> [v:int | v = n || v = n / 2] |}]
