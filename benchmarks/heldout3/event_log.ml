(* Logs of any length whose time stamps never fall. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

type entry = { time : int; code : char }

let[@predicate] rec from_time (l : entry list) (start : int) : bool =
  match l with [] -> true | e :: rest -> start <= e.time && from_time rest e.time

let rec log_from (start : int) : entry list =
  if bool_gen () then []
  else
    let time = start + nat_gen () in
    { time; code = char_gen () } :: log_from time
[@@covers {| start:{v:int | true} -> [v:entry list | from_time v start] |}]
[@@rank len v]
