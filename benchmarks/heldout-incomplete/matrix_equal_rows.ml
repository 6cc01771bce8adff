(* The first row is repeated. *)
(* expect: rejected *)
(* missing: matrix 2 1 => [ [ 0 ]; [ 1 ] ] *)
open Covenant_runtime

let[@predicate] rec all_of_length (m : int list list) (n : int) : bool =
  match m with [] -> true | row :: rest -> len row = n && all_of_length rest n

let rec row (columns : int) : int list =
  if columns = 0 then []
  else
    let x = int_gen () in
    x :: row (columns - 1)
[@@covers {| columns:{v:int | 0 <= v} -> [v:int list | len v = columns] |}]
[@@measure columns]

let rec matrix (rows : int) (columns : int) : int list list =
  if rows = 0 then []
  else
    let first = row columns in
    if rows = 1 then [ first ]
    else
      match matrix (rows - 1) columns with
      | [] -> err ()
      | _ :: rest -> first :: first :: rest
[@@covers {|
  rows:{v:int | 0 <= v} -> columns:{v:int | 0 <= v} ->
  [v:int list list | len v = rows && all_of_length v columns]
|}]
[@@measure rows]
