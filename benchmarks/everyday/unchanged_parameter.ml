(* No parameter changes: the value that is still to be made gets smaller. *)
(* expect: valid *)
open Covenant_runtime

let[@predicate] rec all_from (low : int) (l : int list) : bool =
  match l with [] -> true | x :: rest -> low <= x && all_from low rest

let rec above (low : int) : int list =
  if bool_gen () then []
  else
    let x = low + nat_gen () in
    x :: above low
[@@covers {| low:int -> [v:int list | all_from low v] |}]
