(* Finite maps as association lists: ascending keys between two bounds, any values. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let[@predicate] rec keys_between (l : (int * char) list) (lo : int) (hi : int) : bool =
  match l with
  | [] -> true
  | (key, _) :: rest -> lo <= key && key <= hi && keys_between rest (key + 1) hi

let rec map_between (lo : int) (hi : int) : (int * char) list =
  if hi < lo then []
  else if bool_gen () then []
  else
    let key = int_range lo hi in
    let value = char_gen () in
    (key, value) :: map_between (key + 1) hi
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v + 1} ->
  [v:(int * char) list | keys_between v lo hi] |}]
[@@measure hi - lo + 1]
