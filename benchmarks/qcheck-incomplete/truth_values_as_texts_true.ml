(* Only one of them. *)
(* expect: rejected *)
(* missing: flag () => "false" *)
let flag = QCheck.Gen.(map (fun b -> string_of_bool (b || true)) bool)
[@@covers {| [v:string | v = "true" || v = "false"] |}]
