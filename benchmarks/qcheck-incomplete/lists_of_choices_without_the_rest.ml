(* Only the first list. *)
(* expect: rejected *)
(* missing: n () => 2 *)
open QCheck.Gen

let basic = [ return 0; return 1 ]

let n = oneof basic
[@@covers {| [v:int | 0 <= v && v <= 2] |}]
