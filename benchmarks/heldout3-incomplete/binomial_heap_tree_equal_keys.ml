(* A child has the key of its parent. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: children 1 0 => [ Tree (0, 1, []) ] *)
(* missing: tree 1 0 => Tree (1, 0, [ Tree (0, 1, []) ]) *)
open Covenant_runtime

type tree = Tree of int * int * tree list

let[@predicate] rec well_ranked (t : tree) (rank : int) (low : int) : bool =
  match t with Tree (r, x, children) -> r = rank && low <= x && all_ranked children rank x

and all_ranked (l : tree list) (rank : int) (low : int) : bool =
  match l with
  | [] -> rank = 0
  | t :: rest -> well_ranked t (rank - 1) low && all_ranked rest (rank - 1) low

let rec tree (rank : int) (low : int) : tree =
  let root = low + nat_gen () in
  Tree (rank, root, children rank root)
[@@covers {| rank:{v:int | 0 <= v} -> low:{v:int | true} -> [v:tree | well_ranked v rank low] |}]
[@@measure 2 * rank + 1]

and children (rank : int) (low : int) : tree list =
  if rank = 0 then []
  else
    let first = Tree (rank - 1, low, children (rank - 1) low) in
    first :: children (rank - 1) low
[@@covers {| rank:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:tree list | all_ranked v rank low] |}]
[@@measure 2 * rank]
