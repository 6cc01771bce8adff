(* A list ends only where the budget is used up or no room is left. *)
(* expect: rejected *)
(* missing: within_budget 1 1 => [] *)
open Covenant_runtime

let[@predicate] rec sum (l : int list) : int =
  match l with [] -> 0 | x :: t -> x + sum t

let[@predicate] rec all_natural (l : int list) : bool =
  match l with [] -> true | x :: t -> 0 <= x && all_natural t

let[@lemma] sum_not_negative (l : int list) = (not (all_natural l)) || 0 <= sum l

let rec within_budget (size : int) (budget : int) : int list =
  if size = 0 then []
  else if budget = 0 then []
  else
    let cost = int_range 0 budget in
    cost :: within_budget (size - 1) (budget - cost)
[@@covers {|
  size:{v:int | 0 <= v} -> budget:{v:int | 0 <= v} ->
  [v:int list | len v <= size && all_natural v && sum v <= budget]
|}]
[@@measure size]
