let f (n : int) = QCheck.Gen.oneofl [ n + 1; n / 2; (if n > 3 then n else 0) ]
[@@covers {| n:int -> [v:int | v = n + 1 || v = n / 2] |}]
