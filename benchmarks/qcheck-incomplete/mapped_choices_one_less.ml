(* A value is missing. *)
(* expect: rejected *)
(* missing: n () => 2 *)
open QCheck.Gen

let n = oneof (List.map return [ 1; 3 ])
[@@covers {| [v:int | 1 <= v && v <= 3] |}]
