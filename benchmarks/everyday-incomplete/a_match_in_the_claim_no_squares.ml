(* Only rectangles that are wider than high. *)
(* expect: rejected *)
(* missing: shape () => Rectangle (1, 1) *)
open Covenant_runtime

type shape = Circle of int | Rectangle of int * int | Point

let shape () : shape =
  if bool_gen () then Point
  else if bool_gen () then Circle (int_range 1 10)
  else
    let height = int_range 1 9 in
    let width = int_range (height + 1) 10 in
    Rectangle (width, height)
[@@covers {| unit -> [v:shape | match v with
  | Circle r -> 1 <= r && r <= 10
  | Rectangle (w, h) -> 1 <= w && w <= 10 && 1 <= h && h <= w
  | Point -> true] |}]
