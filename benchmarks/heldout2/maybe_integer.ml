(* An optional integer within bounds. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let[@predicate] within (o : int option) (lo : int) (hi : int) : bool =
  match o with None -> true | Some x -> lo <= x && x <= hi

let maybe (lo : int) (hi : int) : int option =
  if bool_gen () then None else Some (int_range lo hi)
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int option | within v lo hi] |}]
