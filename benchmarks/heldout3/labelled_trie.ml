(* Tries whose edges bear ascending labels, bounded in height and in the number of
   children. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

type trie = Trie of bool * (int * trie) list

let[@predicate] rec height (t : trie) : int =
  match t with Trie (_, edges) -> edges_height edges

and edges_height (l : (int * trie) list) : int =
  match l with [] -> 0 | (_, t) :: rest -> max (1 + height t) (edges_height rest)

let[@predicate] rec ascending (l : (int * trie) list) (low : int) : bool =
  match l with [] -> true | (label, _) :: rest -> low <= label && ascending rest (label + 1)

let[@predicate] rec tidy (t : trie) (most : int) : bool =
  match t with
  | Trie (_, edges) -> len edges <= most && ascending edges 0 && edges_tidy edges most

and edges_tidy (l : (int * trie) list) (most : int) : bool =
  match l with [] -> true | (_, t) :: rest -> tidy t most && edges_tidy rest most

let rec trie (n : int) (most : int) : trie =
  let final = bool_gen () in
  Trie (final, edges n most 0 most)
[@@covers {| n:{v:int | 0 <= v} -> most:{v:int | 0 <= v} ->
  [v:trie | height v <= n && tidy v most] |}]
[@@measure (n, most + 1)]

and edges (n : int) (room : int) (low : int) (most : int) : (int * trie) list =
  if n = 0 || room = 0 || bool_gen () then []
  else
    let label = low + nat_gen () in
    let child = trie (n - 1) most in
    (label, child) :: edges n (room - 1) (label + 1) most
[@@covers {| n:{v:int | 0 <= v} -> room:{v:int | 0 <= v} -> low:{v:int | true} ->
  most:{v:int | 0 <= v} ->
  [v:(int * trie) list | edges_height v <= n && len v <= room && ascending v low
                         && edges_tidy v most] |}]
[@@measure (n, room)]
