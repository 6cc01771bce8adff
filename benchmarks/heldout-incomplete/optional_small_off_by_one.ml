(* The largest value that is allowed is never drawn. *)
(* expect: rejected *)
(* missing: optional_small 1 => Some 0 *)
open Covenant_runtime

let[@predicate] absent_or_below (o : int option) (bound : int) : bool =
  match o with None -> true | Some x -> 0 <= x && x < bound

let optional_small (bound : int) : int option =
  if bool_gen () then None else Some (int_range 0 (bound - 2))
[@@covers {| bound:{v:int | true} -> [v:int option | absent_or_below v bound] |}]
