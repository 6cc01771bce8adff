(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map String.length (string_size ~gen:(return (Char.chr ((Fun.id (10 / n))))) (return 0)))
[@@covers {| n:int -> [v:int | v = 0] |}]
