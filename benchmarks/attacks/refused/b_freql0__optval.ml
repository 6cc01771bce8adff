(* class: building moved *)
open QCheck
let f (n : int) = Gen.(frequencyl [ (1, 0); (0, (Option.value (if n = 0 then None else Some 1) ~default:(10 / n))) ])
[@@covers {| n:int -> [v:int | v = 0] |}]
