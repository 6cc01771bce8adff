(* Exactly one element. *)
(* expect: rejected *)
(* missing: l () => [] *)
let l = QCheck.Gen.(list_repeat 1 (pair bool bool))
[@@covers {| [v:(bool * bool) list | len v <= 99] |}]
