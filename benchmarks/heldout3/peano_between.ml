(* Peano numbers between two bounds. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type peano = Zero | Succ of peano

let[@predicate] rec value (p : peano) : int =
  match p with Zero -> 0 | Succ q -> 1 + value q

let rec peano_between (lo : int) (hi : int) : peano =
  if lo > 0 then Succ (peano_between (lo - 1) (hi - 1))
  else if hi = 0 || bool_gen () then Zero
  else Succ (peano_between 0 (hi - 1))
[@@covers {| lo:{v:int | 0 <= v} -> hi:{v:int | lo <= v} ->
  [v:peano | lo <= value v && value v <= hi] |}]
[@@measure hi]
