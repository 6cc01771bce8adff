(* Every list of [size] elements between [lo] and [hi], stated by membership. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let rec bounded_elements (size : int) (lo : int) (hi : int) : int list =
  if size = 0 then []
  else
    let head = int_range lo hi in
    let tail = bounded_elements (size - 1) lo hi in
    head :: tail
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | true} ->
  [v:int list | len v = size && (forall u:int. mem v u ==> (lo <= u && u <= hi))]
|}]
[@@measure size]
