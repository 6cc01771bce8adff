(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map List.length (list_size (0 -- 3) (return ((match [10 / n] with [] -> 0 | x :: _ -> x)))))
[@@covers {| n:int -> [v:int | v = 0] |}]
