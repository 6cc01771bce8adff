(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequencyl [ (1, 0); (1, (let g () = 10 / n in g ())) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
