(* A list of generators with a name. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let basic = [ return 0; return 1 ]

let n = oneof (basic @ [ return 2 ])
[@@covers {| [v:int | 0 <= v && v <= 2] |}]
