(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequencyl [ (1, 0); (0, (List.length (List.combine [1] (if n = 0 then [] else [1])))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
