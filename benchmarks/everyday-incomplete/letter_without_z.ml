(* The range ends one letter too early. *)
(* expect: rejected *)
(* missing: letter () => 'z' *)
open Covenant_runtime

let letter () : char = Char.chr (int_range 97 121)
[@@covers {| M [v:char | 'a' <= v && v <= 'z'] |}]
