(* class: top-level effect before a claim of a QCheck file *)
let () = let rec go () = go () in go ()
let f = QCheck.Gen.bool
[@@covers {| [v:bool | true] |}]
