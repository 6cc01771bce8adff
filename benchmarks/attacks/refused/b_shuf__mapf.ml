(* class: building moved *)
open QCheck
let f (n : int) = Gen.(map (fun _ -> 0) (shuffle_l [1; (List.length (List.map (fun x -> 10 / x) [n]))]))
[@@covers {| n:int -> [v:int | v = 0] |}]
