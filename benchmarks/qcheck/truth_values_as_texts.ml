(* Truth values as texts. *)
(* expect: valid *)
(* level: 1 *)
let flag = QCheck.Gen.(map string_of_bool bool)
[@@covers {| [v:string | v = "true" || v = "false"] |}]
