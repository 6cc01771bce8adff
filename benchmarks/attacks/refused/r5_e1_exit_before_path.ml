(* class: top-level effect before a claim of a QCheck file *)
let () = exit 0
let f = QCheck.Gen.bool
[@@covers {| [v:bool | true] |}]
