(* class: building moved *)
open QCheck
let part2 = fun x -> 10 / x
let f (n : int) = Gen.(map (function Ok _ -> 0 | Error _ -> 1) (result (return 0) (return (part2 n))))
[@@covers {| n:int -> [v:int | v = 0] |}]
