(* Every run has length one. *)
(* expect: rejected *)
(* missing: run_length 1 0 => [ (2, 1) ] *)
open Covenant_runtime

let[@predicate] rec encodes (runs : (int * int) list) (before : int) : bool =
  match runs with
  | [] -> true
  | (count, x) :: rest -> 0 < count && x <> before && encodes rest x

let rec run_length (size : int) (before : int) : (int * int) list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let count = 1 in
    let x = int_gen () in
    if x = before then err () else (count, x) :: run_length (size - 1) x
[@@covers {|
  size:{v:int | 0 <= v} -> before:{v:int | true} ->
  [v:(int * int) list | len v <= size && encodes v before]
|}]
[@@measure size]
