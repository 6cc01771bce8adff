(* Lists of pairs, of any small length. *)
(* expect: valid *)
(* level: 2 *)
let l = QCheck.Gen.(small_list (pair bool bool))
[@@covers {| [v:(bool * bool) list | len v <= 99] |}]
