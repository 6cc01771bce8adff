(* Lists that go up and down in turn. *)
(* expect: valid *)
(* level: 4 *)
open Covenant_runtime

let[@predicate] rec zigzag (l : int list) (last : int) (up : bool) : bool =
  match l with
  | [] -> true
  | x :: t -> (if up then last < x else x < last) && zigzag t x (not up)

let rec zigzag_from (n : int) (last : int) (up : bool) : int list =
  if n = 0 || bool_gen () then []
  else
    let step = 1 + nat_gen () in
    let x = if up then last + step else last - step in
    x :: zigzag_from (n - 1) x (not up)
[@@covers {| n:{v:int | 0 <= v} -> last:{v:int | true} -> up:{v:bool | true} ->
  [v:int list | zigzag v last up && len v <= n] |}]
