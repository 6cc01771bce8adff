(* `pint` has no negative ones. *)
(* expect: rejected *)
(* missing: n () => -1 *)
module G = QCheck.Gen

let n = G.pint
[@@covers {| [v:int | true] |}]
