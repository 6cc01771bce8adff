(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map String.length (string_size ~gen:(return (Char.chr ((String.length (String.sub "a" 0 (n * n - 1)))))) (return 0)))
[@@covers {| n:int -> [v:int | v = 0] |}]
