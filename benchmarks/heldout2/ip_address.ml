(* Four bytes, drawn by a local function. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type address = { a : int; b : int; c : int; d : int }

let[@predicate] byte (x : int) : bool = 0 <= x && x <= 255

let address () : address =
  let byte () = int_range 0 255 in
  let a = byte () in
  let b = byte () and c = byte () in
  { a; b; c; d = byte () }
[@@covers {| M [v:address | byte v.a && byte v.b && byte v.c && byte v.d] |}]
