(* Every ascending list of [size] elements, none below [low]. Nothing but the base case. *)
(* expect: rejected *)
(* missing: sorted_list 1 0 => [0] *)
open Covenant_runtime

let[@predicate] starts_from (low : int) (l : int list) : bool =
  match l with [] -> true | x :: _ -> low <= x

let rec sorted_list (size : int) (low : int) : int list =
  if size = 0 then []
  else
    let head = int_gen () in
    if low <= head then err () else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | len v = size && sorted v && starts_from low v]
|}]
[@@measure size]
