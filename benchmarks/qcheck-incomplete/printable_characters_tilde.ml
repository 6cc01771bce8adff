(* The tilde is never drawn. *)
(* expect: rejected *)
(* missing: c () => '~' *)
let c = QCheck.Gen.printable
[@@covers {| [v:char | ' ' <= v && v <= '~'] |}]
