(* The gap between neighbours is one or two. *)
(* expect: rejected *)
(* missing: strictly_increasing 1 0 => [ 3 ] *)
open Covenant_runtime

let[@predicate] starts_above (low : int) (l : int list) : bool =
  match l with [] -> true | x :: _ -> low < x

let[@predicate] rec increasing (l : int list) : bool =
  match l with [] -> true | x :: t -> starts_above x t && increasing t

let rec strictly_increasing (size : int) (low : int) : int list =
  if size = 0 then []
  else
    let head = low + int_range 1 2 in
    if low < head then head :: strictly_increasing (size - 1) head else err ()
[@@covers {|
  size:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:int list | len v = size && increasing v && (forall u:int. mem v u ==> low < u)]
|}]
[@@measure size]
