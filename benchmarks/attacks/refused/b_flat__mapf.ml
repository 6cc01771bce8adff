(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (fun _ -> 0) (flatten_l [return 1; return ((List.length (List.map (fun x -> 10 / x) [n])))]))
[@@covers {| n:int -> [v:int | v = 0] |}]
