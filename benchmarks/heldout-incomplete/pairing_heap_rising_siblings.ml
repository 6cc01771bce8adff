(* Siblings rise from left to right. *)
(* expect: rejected *)
(* missing: pairing_heap 2 0 => Heap (1, None_left, Heap (0, None_left, None_left)) *)
open Covenant_runtime

type siblings = None_left | Heap of int * siblings * siblings

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec extent (s : siblings) : int =
  match s with
  | None_left -> 0
  | Heap (_, children, next) -> 1 + larger (extent children) (extent next)

let[@predicate] rec ordered_from (s : siblings) (low : int) : bool =
  match s with
  | None_left -> true
  | Heap (x, children, next) ->
      low <= x && ordered_from children x && ordered_from next low

let rec pairing_heap (size : int) (low : int) : siblings =
  if size = 0 then None_left
  else if bool_gen () then None_left
  else
    let root = low + nat_gen () in
    let children = pairing_heap (size - 1) root in
    let next = pairing_heap (size - 1) root in
    Heap (root, children, next)
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:siblings | extent v <= size && ordered_from v low]
|}]
[@@measure size]
