(* Who may do what: an update of a record of defaults. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type access = { read : bool; write : bool; run : bool }
type file_mode = { owner : access; others : access }

let access () : access = { read = bool_gen (); write = bool_gen (); run = bool_gen () }
[@@covers {| M [v:access | true] |}]

let file_mode () : file_mode =
  let nobody = { read = false; write = false; run = false } in
  let closed = { owner = nobody; others = nobody } in
  let opened = { closed with owner = access () } in
  if bool_gen () then opened
  else { opened with others = { nobody with read = bool_gen (); run = bool_gen () } }
[@@covers {| M [v:file_mode | not v.others.write] |}]
