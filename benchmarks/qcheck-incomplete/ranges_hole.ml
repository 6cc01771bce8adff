(* Five is in neither. *)
(* expect: rejected *)
(* missing: n () => 5 *)
open QCheck.Gen

let n = oneof [ int_range 0 4; 6 -- 9 ]
[@@covers {| [v:int | 0 <= v && v <= 9] |}]
