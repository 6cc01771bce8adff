(* References in a spreadsheet: one cell, or a range from its upper left to its lower
   right. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

type cell = { row : int; col : int }
type reference = Cell of cell | Range of cell * cell

let[@predicate] on_sheet (c : cell) : bool = 0 <= c.row && 0 <= c.col

let[@predicate] proper (r : reference) : bool =
  match r with
  | Cell c -> on_sheet c
  | Range (a, b) -> on_sheet a && a.row <= b.row && a.col <= b.col

let cell () : cell = { row = nat_gen (); col = nat_gen () }
[@@covers {| M [v:cell | on_sheet v] |}]

let reference () : reference =
  let a = cell () in
  if bool_gen () then Cell a
  else
    let down = nat_gen () and right = nat_gen () in
    Range (a, { row = a.row + down; col = a.col + right })
[@@covers {| M [v:reference | proper v] |}]
