(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map List.length (list_repeat 0 (return ((n |> fun x -> 10 / x)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
