(* Edges lead to a larger vertex only. *)
(* expect: rejected *)
(* missing: edge 2 => (1, 0) *)
(* missing: graph_edges 1 2 => [ (1, 0) ] *)
open Covenant_runtime

let[@predicate] rec edges_within (l : (int * int) list) (vertices : int) : bool =
  match l with
  | [] -> true
  | (a, b) :: rest ->
      0 <= a && a < vertices && 0 <= b && b < vertices && a <> b
      && edges_within rest vertices

let edge (vertices : int) : int * int =
  let a = int_range 0 (vertices - 1) in
  let b = int_range 0 (vertices - 1) in
  if a < b then (a, b) else err ()
[@@covers {|
  vertices:{v:int | true} ->
  [v:int * int | 0 <= fst v && fst v < vertices && 0 <= snd v && snd v < vertices
                 && fst v <> snd v]
|}]

let rec graph_edges (size : int) (vertices : int) : (int * int) list =
  if size = 0 then []
  else edge vertices :: graph_edges (size - 1) vertices
[@@covers {|
  size:{v:int | 0 <= v} -> vertices:{v:int | true} ->
  [v:(int * int) list | len v = size && edges_within v vertices]
|}]
[@@measure size]
