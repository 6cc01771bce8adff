(* The number of a cell in a grid with eight columns, and some rows. *)
(* expect: valid *)
open Covenant_runtime

let cell_number (rows : int) : int =
  let row = int_range 0 (rows - 1) in
  let column = int_range 0 7 in
  (8 * row) + column
[@@covers {| rows:{v:int | 1 <= v} -> [v:int | 0 <= v && v < 8 * rows] |}]
