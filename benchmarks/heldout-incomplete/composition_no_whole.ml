(* A part is always smaller than the total, except for 1. *)
(* expect: rejected *)
(* missing: composition 2 => [ 2 ] *)
open Covenant_runtime

let[@predicate] rec sum (l : int list) : int =
  match l with [] -> 0 | x :: t -> x + sum t

let[@predicate] rec all_positive (l : int list) : bool =
  match l with [] -> true | x :: t -> 0 < x && all_positive t

let[@lemma] sum_not_negative (l : int list) = (not (all_positive l)) || 0 <= sum l

let rec composition (total : int) : int list =
  if total = 0 then []
  else
    let part = if total = 1 then 1 else int_range 1 (total - 1) in
    part :: composition (total - part)
[@@covers {|
  total:{v:int | 0 <= v} -> [v:int list | sum v = total && all_positive v]
|}]
[@@measure total]
