(* The elements of a row come in equal pairs. *)
(* expect: rejected *)
(* missing: row 2 => [ 0; 1 ] *)
(* missing: matrix 1 2 => [ [ 0; 1 ] ] *)
open Covenant_runtime

let[@predicate] rec all_of_length (m : int list list) (n : int) : bool =
  match m with [] -> true | row :: rest -> len row = n && all_of_length rest n

let rec row (columns : int) : int list =
  if columns = 0 then []
  else
    let x = int_gen () in
    if columns = 1 then [ x ] else x :: x :: row (columns - 2)
[@@covers {| columns:{v:int | 0 <= v} -> [v:int list | len v = columns] |}]
[@@measure columns]

let rec matrix (rows : int) (columns : int) : int list list =
  if rows = 0 then []
  else
    let first = row columns in
    let rest = matrix (rows - 1) columns in
    first :: rest
[@@covers {|
  rows:{v:int | 0 <= v} -> columns:{v:int | 0 <= v} ->
  [v:int list list | len v = rows && all_of_length v columns]
|}]
[@@measure rows]
