(* The upper bound is left out. *)
(* expect: rejected *)
(* missing: bounded_elements 1 0 0 => [ 0 ] *)
open Covenant_runtime

let rec bounded_elements (size : int) (lo : int) (hi : int) : int list =
  if size = 0 then []
  else
    let head = int_range lo (hi - 1) in
    let tail = bounded_elements (size - 1) lo hi in
    head :: tail
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | true} ->
  [v:int list | len v = size && (forall u:int. mem v u ==> (lo <= u && u <= hi))]
|}]
[@@measure size]
