(* A segment never starts below zero. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: segment 1 => { start = -1; stop = 0; closed = true } *)
open Covenant_runtime

type segment = { start : int; stop : int; closed : bool }

let segment (length : int) : segment =
  let start = nat_gen () in
  let closed = length = 0 || bool_gen () in
  { start; stop = start + length; closed }
[@@covers {| length:{v:int | 0 <= v} ->
  [v:segment | v.stop - v.start = length && (length = 0 ==> v.closed)] |}]
