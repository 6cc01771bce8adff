(* Strings of any characters. *)
(* expect: valid *)
(* level: 1 *)
let s = QCheck.Gen.string
[@@covers {| [v:string | String.length v <= 9999] |}]

let t = QCheck.small_string
[@@covers {| [v:string | String.length v <= 99] |}]
