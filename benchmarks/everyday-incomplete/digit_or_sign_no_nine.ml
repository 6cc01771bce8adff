(* The last digit is left out. *)
(* expect: rejected *)
(* missing: token () => '9' *)
open Covenant_runtime

let token () : char =
  match int_range 0 2 with 0 -> '+' | 1 -> '-' | _ -> Char.chr (48 + int_range 0 8)
[@@covers {| M [v:char | v = '+' || v = '-' || ('0' <= v && v <= '9')] |}]
