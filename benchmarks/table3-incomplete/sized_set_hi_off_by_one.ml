(* The range of the root ends one too low. *)
(* expect: rejected *)
(* missing: sized_set 1 0 2 => Node (1, Leaf, Leaf) *)
open Covenant_runtime

let[@predicate] rec all_below (t : int tree) (bound : int) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> x < bound && all_below l bound && all_below r bound

let[@predicate] rec all_above (t : int tree) (bound : int) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> bound < x && all_above l bound && all_above r bound

let[@predicate] rec search_tree (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> all_below l x && all_above r x && search_tree l && search_tree r

let rec sized_set (size : int) (lo : int) (hi : int) : int tree =
  if size = 0 then Leaf
  else if bool_gen () then Leaf
  else if hi <= lo + 1 then Leaf
  else
    let root = int_range (lo + 1) (hi - 2) in
    let left = sized_set (size - 1) lo root in
    let right = sized_set (size - 1) root hi in
    Node (root, left, right)
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int tree | search_tree v && depth v <= size && all_above v lo && all_below v hi]
|}]
[@@measure size]
