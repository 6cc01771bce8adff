(* class: building moved *)
open QCheck
let f (n : int) = Gen.((let g = return ((List.find (fun x -> x = n) [1;2])) in oneof [return 0; g]))
[@@covers {| n:int -> [v:int | v = 0] |}]
