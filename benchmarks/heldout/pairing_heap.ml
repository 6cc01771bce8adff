(* Min-ordered pairing heaps in child/sibling form: every list of siblings of depth
   and length at most [size] whose roots are not below [low]. *)
(* expect: valid *)
(* level: 3 *)
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
    let next = pairing_heap (size - 1) low in
    Heap (root, children, next)
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:siblings | extent v <= size && ordered_from v low]
|}]
[@@measure size]
