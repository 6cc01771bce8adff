(* The first element is always the lower bound. *)
(* expect: rejected *)
(* missing: sorted_from 1 0 => [ 1 ] *)
open Covenant_runtime

let rec sorted_from (size : int) (low : int) : int list =
  if size = 0 then []
  else
    let head = low in
    head :: sorted_from (size - 1) (low + nat_gen ())
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | len v = size && sorted v && (forall u:int. mem v u ==> low <= u)]
|}]
[@@measure size]
