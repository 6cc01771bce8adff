(* The root of a child is the bound of those that follow. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: children 2 0 => [ Tree (1, 1, [ Tree (0, 1, []) ]); Tree (0, 0, []) ] *)
(* missing: tree 2 0 => Tree (2, 0, [ Tree (1, 1, [ Tree (0, 1, []) ]); Tree (0, 0, []) ]) *)
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
    let first = tree (rank - 1) low in
    match first with Tree (_, root, _) -> first :: children (rank - 1) root
[@@covers {| rank:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:tree list | all_ranked v rank low] |}]
[@@measure 2 * rank]
