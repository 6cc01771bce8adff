(* The nodes are divided as evenly as possible. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: balanced_tree 2 => Bin (2, 'a', Tip, Bin (1, 'a', Tip, Tip)) *)
open Covenant_runtime

type balanced = Tip | Bin of int * char * balanced * balanced

let[@predicate] rec count (t : balanced) : int =
  match t with Tip -> 0 | Bin (_, _, l, r) -> 1 + count l + count r

let[@predicate] rec recorded (t : balanced) : bool =
  match t with Tip -> true | Bin (n, _, l, r) -> n = count t && recorded l && recorded r

let[@predicate] even_enough (left : int) (right : int) : bool =
  left + 1 <= 3 * (right + 1) && right + 1 <= 3 * (left + 1)

let[@predicate] rec in_balance (t : balanced) : bool =
  match t with
  | Tip -> true
  | Bin (_, _, l, r) -> even_enough (count l) (count r) && in_balance l && in_balance r

let rec balanced_tree (n : int) : balanced =
  if n = 0 then Tip
  else
    let left = n / 2 in
    let right = n - 1 - left in
    if even_enough left right then
      Bin (n, char_gen (), balanced_tree left, balanced_tree right)
    else err ()
[@@covers {| n:{v:int | 0 <= v} ->
  [v:balanced | count v = n && recorded v && in_balance v] |}]
