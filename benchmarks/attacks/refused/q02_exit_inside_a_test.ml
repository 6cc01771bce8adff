(* class: top-level effect before a claim of a QCheck file *)
open QCheck
let test = Test.make (exit 0) (fun _ -> true)
let g = Gen.(oneof [ return 1; return 2 ])
[@@covers {| [v:int | v = 1 || v = 2] |}]
