(* A symmetric matrix of two rows: three draws, four entries. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type matrix = { m11 : int; m12 : int; m21 : int; m22 : int }

let symmetric () : matrix =
  let off = int_gen () in
  { m11 = int_gen (); m12 = off; m21 = off; m22 = int_gen () }
[@@covers {| M [v:matrix | v.m12 = v.m21] |}]
