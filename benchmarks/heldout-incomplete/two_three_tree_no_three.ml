(* There are no nodes with three children. *)
(* expect: rejected *)
(* missing: two_three_tree 1 => Three (Tip, 0, Tip, 0, Tip) *)
open Covenant_runtime

type two_three =
  | Tip
  | Two of two_three * int * two_three
  | Three of two_three * int * two_three * int * two_three

let[@predicate] rec level_with (t : two_three) (n : int) : bool =
  match t with
  | Tip -> n = 0
  | Two (l, _, r) -> 0 < n && level_with l (n - 1) && level_with r (n - 1)
  | Three (l, _, m, _, r) ->
      0 < n && level_with l (n - 1) && level_with m (n - 1) && level_with r (n - 1)

let rec two_three_tree (height : int) : two_three =
  if height = 0 then Tip
  else
    let left = two_three_tree (height - 1) in
    let right = two_three_tree (height - 1) in
    let x = int_gen () in
    Two (left, x, right)
[@@covers {| height:{v:int | 0 <= v} -> [v:two_three | level_with v height] |}]
[@@measure height]
