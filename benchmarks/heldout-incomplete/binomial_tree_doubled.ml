(* A tree is linked with itself. *)
(* expect: rejected *)
(* missing: binomial_tree 1 => Link (Single 0, Single 1) *)
open Covenant_runtime

type binomial = Single of int | Link of binomial * binomial

let[@predicate] rec of_order (t : binomial) (k : int) : bool =
  match t with
  | Single _ -> k = 0
  | Link (parent, child) -> 0 < k && of_order parent (k - 1) && of_order child (k - 1)

let rec binomial_tree (order : int) : binomial =
  if order = 0 then Single (int_gen ())
  else
    let half = binomial_tree (order - 1) in
    Link (half, half)
[@@covers {| order:{v:int | 0 <= v} -> [v:binomial | of_order v order] |}]
[@@measure order]
