(* Three of them. *)
(* expect: valid *)
(* level: 1 *)
let p = QCheck.Gen.(triple bool bool bool)
[@@covers {| [v:bool * bool * bool | true] |}]
