(* The diagonal is one draw. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: symmetric () => { m11 = 0; m12 = 0; m21 = 0; m22 = 1 } *)
open Covenant_runtime

type matrix = { m11 : int; m12 : int; m21 : int; m22 : int }

let symmetric () : matrix =
  let off = int_gen () in
  let diagonal = int_gen () in
  { m11 = diagonal; m12 = off; m21 = off; m22 = diagonal }
[@@covers {| M [v:matrix | v.m12 = v.m21] |}]
