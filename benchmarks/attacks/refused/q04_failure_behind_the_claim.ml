(* class: top-level effect after the claim *)
open QCheck
let g = Gen.(oneof [ return 1; return 2 ])
[@@covers {| [v:int | v = 1 || v = 2] |}]
let () = failwith "the module is never there"
