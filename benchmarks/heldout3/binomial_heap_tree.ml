(* Heap-ordered binomial trees: the children's ranks fall by one down to zero. *)
(* expect: valid *)
(* level: 4 *)
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
    first :: children (rank - 1) low
[@@covers {| rank:{v:int | 0 <= v} -> low:{v:int | true} ->
  [v:tree list | all_ranked v rank low] |}]
[@@measure 2 * rank]
