(* A lower-case letter, by its number. *)
(* expect: valid *)
open Covenant_runtime

let letter () : char = Char.chr (int_range 97 122)
[@@covers {| M [v:char | 'a' <= v && v <= 'z'] |}]
