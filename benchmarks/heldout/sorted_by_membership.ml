(* Every ascending list of [size] elements none of which is below [low], stated for
   all elements. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let rec sorted_from (size : int) (low : int) : int list =
  if size = 0 then []
  else
    let head = int_gen () in
    if low <= head then head :: sorted_from (size - 1) head else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | len v = size && sorted v && (forall u:int. mem v u ==> low <= u)]
|}]
[@@measure size]
