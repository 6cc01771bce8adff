(* The number of a cell in a grid with eight columns: only the first row is made. *)
(* expect: rejected *)
(* missing: cell_number 2 => 8 *)
open Covenant_runtime

let cell_number (rows : int) : int =
  let row = int_range 0 0 in
  let column = int_range 0 7 in
  (8 * row) + column
[@@covers {| rows:{v:int | 1 <= v} -> [v:int | 0 <= v && v < 8 * rows] |}]
