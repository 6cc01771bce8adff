(* A digit or a sign, by cases. *)
(* expect: valid *)
open Covenant_runtime

let token () : char =
  match int_range 0 2 with 0 -> '+' | 1 -> '-' | _ -> Char.chr (48 + int_range 0 9)
[@@covers {| M [v:char | v = '+' || v = '-' || ('0' <= v && v <= '9')] |}]
