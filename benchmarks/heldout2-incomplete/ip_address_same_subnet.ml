(* The second and the third byte are one draw. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: address () => { a = 0; b = 0; c = 1; d = 0 } *)
open Covenant_runtime

type address = { a : int; b : int; c : int; d : int }

let[@predicate] byte (x : int) : bool = 0 <= x && x <= 255

let address () : address =
  let byte () = int_range 0 255 in
  let a = byte () in
  let b = byte () in
  let c = b in
  { a; b; c; d = byte () }
[@@covers {| M [v:address | byte v.a && byte v.b && byte v.c && byte v.d] |}]
