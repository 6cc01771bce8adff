(* What is claimed depends on the constructor. *)
(* expect: valid *)
open Covenant_runtime

type shape = Circle of int | Rectangle of int * int | Point

let shape () : shape =
  if bool_gen () then Point
  else if bool_gen () then Circle (int_range 1 10)
  else
    let width = int_range 1 10 in
    let height = int_range 1 10 in
    Rectangle (width, height)
[@@covers {| unit -> [v:shape | match v with
  | Circle r -> 1 <= r && r <= 10
  | Rectangle (w, h) when w = h -> 1 <= w && w <= 10
  | Rectangle (w, h) -> 1 <= w && w <= 10 && 1 <= h && h <= 10
  | Point -> true] |}]
