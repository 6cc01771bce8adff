(* One heap is used as both children. *)
(* expect: rejected *)
(* missing: leftist_heap 2 => Lhpnode (1, 0, Lhpnode (1, 0, Lhpleaf, Lhpleaf), Lhpleaf) *)
open Covenant_runtime

let[@predicate] rank (h : int leftisthp) : int =
  match h with Lhpleaf -> 0 | Lhpnode (r, _, _, _) -> r

let[@predicate] rec leftist (h : int leftisthp) : bool =
  match h with
  | Lhpleaf -> true
  | Lhpnode (r, _, left, right) ->
      r = 1 + rank right && rank right <= rank left && leftist left && leftist right

let[@predicate] rec height (h : int leftisthp) : int =
  match h with
  | Lhpleaf -> 0
  | Lhpnode (_, _, left, right) ->
      if height left <= height right then 1 + height right else 1 + height left

let rec leftist_heap (size : int) : int leftisthp =
  if size = 0 then Lhpleaf
  else if bool_gen () then Lhpleaf
  else
    let root = int_gen () in
    let one = leftist_heap (size - 1) in
    Lhpnode (1 + rank one, root, one, one)
[@@covers {|
  size:{v:int | 0 <= v} -> [v:int leftisthp | leftist v && height v <= size]
|}]
[@@measure size]
