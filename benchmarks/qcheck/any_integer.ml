(* All integers. *)
(* expect: valid *)
(* level: 1 *)
module G = QCheck.Gen

let n = G.int
[@@covers {| [v:int | true] |}]
