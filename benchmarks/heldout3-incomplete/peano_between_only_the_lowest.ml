(* The number is always the lower bound. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: peano_between 0 1 => Succ Zero *)
open Covenant_runtime

type peano = Zero | Succ of peano

let[@predicate] rec value (p : peano) : int =
  match p with Zero -> 0 | Succ q -> 1 + value q

let rec peano_between (lo : int) (hi : int) : peano =
  if lo > 0 then Succ (peano_between (lo - 1) (hi - 1))
  else Zero
[@@covers {| lo:{v:int | 0 <= v} -> hi:{v:int | lo <= v} ->
  [v:peano | lo <= value v && value v <= hi] |}]
[@@measure hi]
