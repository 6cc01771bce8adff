(* Every character, by a choice of its number. *)
(* expect: valid *)
open Covenant_runtime

let byte () : char = Char.chr (int_range 0 255)
[@@covers {| M [v:char | true] |}]
