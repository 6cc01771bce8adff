(* A history with a cursor: what was done, and what was undone. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type command = Insert of int | Delete
type history = { undone : command list; performed : command list }

let command () : command = if bool_gen () then Delete else Insert (int_gen ())
[@@covers {| M [v:command | true] |}]

let rec commands (n : int) : command list =
  if n = 0 then [] else command () :: commands (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:command list | len v = n] |}]

let history (n : int) : history =
  let back = int_range 0 n in
  { undone = commands back; performed = commands (n - back) }
[@@covers {| n:{v:int | 0 <= v} -> [v:history | len v.undone + len v.performed = n] |}]
