(* class: top-level effect before a claim of a QCheck file *)
open QCheck
let list _ = failwith "never built"
let test = Test.make (list small_int) (fun _ -> true)
let g = Gen.(oneof [ return 1; return 2 ])
[@@covers {| [v:int | v = 1 || v = 2] |}]
