(* Two intervals are at least two apart. *)
(* expect: rejected *)
(* missing: disjoint_intervals 2 0 => [ { first = 1; last = 1 }; { first = 3; last = 3 } ] *)
open Covenant_runtime

type span = { first : int; last : int }

let[@predicate] rec disjoint_above (l : span list) (low : int) : bool =
  match l with
  | [] -> true
  | s :: rest -> low < s.first && s.first <= s.last && disjoint_above rest (s.last + 1)

let rec disjoint_intervals (size : int) (low : int) : span list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let first = low + 1 + nat_gen () in
    let last = first + nat_gen () in
    { first; last } :: disjoint_intervals (size - 1) (last + 2)
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:span list | len v <= size && disjoint_above v low]
|}]
[@@measure size]
