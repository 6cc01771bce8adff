(* The last value is never popped. *)
(* expect: rejected *)
(* missing: stack_program 1 1 => [ Pop ] *)
open Covenant_runtime

type instruction = Push of int | Pop | Plus

let[@predicate] rec runs (program : instruction list) (height : int) : bool =
  match program with
  | [] -> true
  | Push _ :: rest -> runs rest (height + 1)
  | Pop :: rest -> 1 <= height && runs rest (height - 1)
  | Plus :: rest -> 2 <= height && runs rest (height - 1)

let rec stack_program (size : int) (height : int) : instruction list =
  if size = 0 then []
  else if height <= 1 || bool_gen () then
    let n = int_gen () in
    Push n :: stack_program (size - 1) (height + 1)
  else if height = 1 || bool_gen () then Pop :: stack_program (size - 1) (height - 1)
  else Plus :: stack_program (size - 1) (height - 1)
[@@covers {|
  size:{v:int | 0 <= v} -> height:{v:int | 0 <= v} ->
  [v:instruction list | len v = size && runs v height]
|}]
[@@measure size]
