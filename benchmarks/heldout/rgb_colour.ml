(* Every colour of three bytes. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type rgb = { red : int; green : int; blue : int }

let[@predicate] is_byte (n : int) : bool = 0 <= n && n <= 255

let byte () : int = int_range 0 255
[@@covers {| M [v:int | is_byte v] |}]

let rgb_colour () : rgb = { red = byte (); green = byte (); blue = byte () }
[@@covers {| M [v:rgb | is_byte v.red && is_byte v.green && is_byte v.blue] |}]
