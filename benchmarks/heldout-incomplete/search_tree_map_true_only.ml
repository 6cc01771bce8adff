(* Every key is bound to true. *)
(* expect: rejected *)
(* missing: search_tree_map 1 0 2 => Bind (Empty, 1, false, Empty) *)
open Covenant_runtime

type map = Empty | Bind of map * int * bool * map

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec map_depth (m : map) : int =
  match m with
  | Empty -> 0
  | Bind (l, _, _, r) -> 1 + larger (map_depth l) (map_depth r)

let[@predicate] rec keys_between (m : map) (lo : int) (hi : int) : bool =
  match m with
  | Empty -> true
  | Bind (l, key, _, r) ->
      lo < key && key < hi && keys_between l lo key && keys_between r key hi

let rec search_tree_map (size : int) (lo : int) (hi : int) : map =
  if size = 0 then Empty
  else if bool_gen () then Empty
  else
    let key = int_range (lo + 1) (hi - 1) in
    let value = true in
    Bind
      ( search_tree_map (size - 1) lo key,
        key,
        value,
        search_tree_map (size - 1) key hi )
[@@covers {|
  size:{v:int | 0 <= v} -> lo:{v:int | true} -> hi:{v:int | true} ->
  [v:map | map_depth v <= size && keys_between v lo hi]
|}]
[@@measure size]
