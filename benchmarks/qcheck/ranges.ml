(* Two ranges, one after the other. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let n = oneof [ int_range 0 4; 5 -- 9 ]
[@@covers {| [v:int | 0 <= v && v <= 9] |}]
