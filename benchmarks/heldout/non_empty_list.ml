(* Non-empty lists as a type of their own: every one of at most [size] elements whose
   last element is [last]. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type non_empty = Last of int | More of int * non_empty

let[@predicate] rec elements (l : non_empty) : int =
  match l with Last _ -> 1 | More (_, rest) -> 1 + elements rest

let[@predicate] rec ends_with (l : non_empty) (x : int) : bool =
  match l with Last y -> y = x | More (_, rest) -> ends_with rest x

let rec non_empty_list (size : int) (last : int) : non_empty =
  if size = 1 || bool_gen () then Last last
  else
    let head = int_gen () in
    More (head, non_empty_list (size - 1) last)
[@@covers {|
  size:{v:int | 1 <= v} -> last:{v:int | true} ->
  [v:non_empty | elements v <= size && ends_with v last]
|}]
[@@measure size]
