(* A function over a list of values. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let n = oneof (List.map return [ 1; 2; 3 ])
[@@covers {| [v:int | 1 <= v && v <= 3] |}]
