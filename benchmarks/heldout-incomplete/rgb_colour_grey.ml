(* One byte is used three times: only greys. *)
(* expect: rejected *)
(* missing: rgb_colour () => { red = 0; green = 0; blue = 1 } *)
open Covenant_runtime

type rgb = { red : int; green : int; blue : int }

let[@predicate] is_byte (n : int) : bool = 0 <= n && n <= 255

let byte () : int = int_range 0 255
[@@covers {| M [v:int | is_byte v] |}]

let rgb_colour () : rgb =
  let level = byte () in
  { red = level; green = level; blue = level }
[@@covers {| M [v:rgb | is_byte v.red && is_byte v.green && is_byte v.blue] |}]
