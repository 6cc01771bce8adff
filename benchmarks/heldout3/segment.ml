(* Segments of a given length; one without extent is closed. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type segment = { start : int; stop : int; closed : bool }

let segment (length : int) : segment =
  let start = int_gen () in
  let closed = length = 0 || bool_gen () in
  { start; stop = start + length; closed }
[@@covers {| length:{v:int | 0 <= v} ->
  [v:segment | v.stop - v.start = length && (length = 0 ==> v.closed)] |}]
