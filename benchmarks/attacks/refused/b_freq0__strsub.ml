(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequency [ (1, return 0); (0, return ((String.length (String.sub "a" 0 (n * n - 1))))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
