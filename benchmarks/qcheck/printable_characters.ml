(* One library leaves out the tilde, the other does not. *)
(* expect: valid *)
(* level: 1 *)
let c = QCheck2.Gen.printable
[@@covers {| [v:char | ' ' <= v && v <= '~'] |}]
let d = QCheck.Gen.printable
[@@covers {| [v:char | ' ' <= v && v <= '}'] |}]
