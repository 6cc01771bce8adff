(* class: top-level effect before a claim of a QCheck file *)
let () = raise Exit
let f = QCheck.Gen.bool
[@@covers {| [v:bool | true] |}]
