(* class: top-level effect before a claim of a QCheck file *)
open QCheck
let () = exit 0
let g = Gen.(oneof [ return 1; return 2 ])
[@@ covers {| [v:int | v = 1 || v = 2] |}]
