(* A file that was closed stays closed. *)
(* expect: rejected *)
(* missing: file_trace 2 true => [ Close_file; Open_file ] *)
open Covenant_runtime

type operation = Open_file | Read | Write of int | Close_file

let[@predicate] rec permitted (trace : operation list) (is_open : bool) : bool =
  match trace with
  | [] -> true
  | Open_file :: rest -> (not is_open) && permitted rest true
  | Read :: rest -> is_open && permitted rest is_open
  | Write _ :: rest -> is_open && permitted rest is_open
  | Close_file :: rest -> is_open && permitted rest false

let rec file_trace (size : int) (is_open : bool) : operation list =
  if size = 0 then []
  else if bool_gen () then []
  else if not is_open then Open_file :: file_trace (size - 1) true
  else if bool_gen () then [ Close_file ]
  else if bool_gen () then Read :: file_trace (size - 1) true
  else
    let byte = int_gen () in
    Write byte :: file_trace (size - 1) true
[@@covers {|
  size:{v:int | 0 <= v} -> is_open:{v:bool | true} ->
  [v:operation list | len v <= size && permitted v is_open]
|}]
[@@measure size]
