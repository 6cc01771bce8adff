(* The list is always as long as it may be. *)
(* expect: rejected *)
(* missing: non_empty_list 2 0 => Last 0 *)
open Covenant_runtime

type non_empty = Last of int | More of int * non_empty

let[@predicate] rec elements (l : non_empty) : int =
  match l with Last _ -> 1 | More (_, rest) -> 1 + elements rest

let[@predicate] rec ends_with (l : non_empty) (x : int) : bool =
  match l with Last y -> y = x | More (_, rest) -> ends_with rest x

let rec non_empty_list (size : int) (last : int) : non_empty =
  if size = 1 then Last last
  else
    let head = int_gen () in
    More (head, non_empty_list (size - 1) last)
[@@covers {|
  size:{v:int | 1 <= v} -> last:{v:int | true} ->
  [v:non_empty | elements v <= size && ends_with v last]
|}]
[@@measure size]
