(* There is always a value. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: maybe 0 0 => None *)
open Covenant_runtime

let[@predicate] within (o : int option) (lo : int) (hi : int) : bool =
  match o with None -> true | Some x -> lo <= x && x <= hi

let maybe (lo : int) (hi : int) : int option =
  Some (int_range lo hi)
[@@covers {| lo:{v:int | true} -> hi:{v:int | lo <= v} ->
  [v:int option | within v lo hi] |}]
