(* None, or Some integer below [bound] and not negative. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let[@predicate] absent_or_below (o : int option) (bound : int) : bool =
  match o with None -> true | Some x -> 0 <= x && x < bound

let optional_small (bound : int) : int option =
  if bool_gen () then None else Some (int_range 0 (bound - 1))
[@@covers {| bound:{v:int | true} -> [v:int option | absent_or_below v bound] |}]
