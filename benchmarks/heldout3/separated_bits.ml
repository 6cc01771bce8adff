(* Rows of [n] seats in which no two neighbours are taken. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let[@predicate] rec separated (l : bool list) : bool =
  match l with
  | true :: true :: _ -> false
  | _ :: rest -> separated rest
  | [] -> true

let rec seats (n : int) : bool list =
  if n = 0 then []
  else if n = 1 then [ bool_gen () ]
  else if bool_gen () then false :: seats (n - 1)
  else true :: false :: seats (n - 2)
[@@covers {| n:{v:int | 0 <= v} -> [v:bool list | len v = n && separated v] |}]
