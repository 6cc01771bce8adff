let f (n : int) = QCheck.make ~print:(fun x -> string_of_int (x / n)) (QCheck.Gen.return n)
[@@covers {| n:int -> [v:int | v = n] |}]
