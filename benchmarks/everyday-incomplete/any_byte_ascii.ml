(* Only the characters of ASCII. *)
(* expect: rejected *)
(* missing: byte () => '\128' *)
open Covenant_runtime

let byte () : char = Char.chr (int_range 0 127)
[@@covers {| M [v:char | true] |}]
