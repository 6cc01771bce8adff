(* A step is one or two. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: zigzag_from 1 0 true => [ 3 ] *)
open Covenant_runtime

let[@predicate] rec zigzag (l : int list) (last : int) (up : bool) : bool =
  match l with
  | [] -> true
  | x :: t -> (if up then last < x else x < last) && zigzag t x (not up)

let rec zigzag_from (n : int) (last : int) (up : bool) : int list =
  if n = 0 || bool_gen () then []
  else
    let step = int_range 1 2 in
    let x = if up then last + step else last - step in
    x :: zigzag_from (n - 1) x (not up)
[@@covers {| n:{v:int | 0 <= v} -> last:{v:int | true} -> up:{v:bool | true} ->
  [v:int list | zigzag v last up && len v <= n] |}]
