(* Two spellings of one character, and of one string: a test that compares them
   does not tell them apart, so that the function fails on the only argument that
   its claim is about. *)
(* expect: rejected *)
(* missing: not_that_letter 'A' => 1 *)
(* missing: not_that_text "A" => 1 *)
open Covenant_runtime

let not_that_letter (c : char) : int = if c = 'A' then err () else 1
[@@covers {| c:{v:char | v = '\065'} -> [v:int | v = 1] |}]

let not_that_text (t : string) : int = if t = "A" then err () else 1
[@@covers {| t:{v:string | v = "\x41"} -> [v:int | v = 1] |}]
