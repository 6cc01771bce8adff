(* No two entries have the same time. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: log_from 0 => [ { time = 0; code = 'a' }; { time = 0; code = 'a' } ] *)
open Covenant_runtime

type entry = { time : int; code : char }

let[@predicate] rec from_time (l : entry list) (start : int) : bool =
  match l with [] -> true | e :: rest -> start <= e.time && from_time rest e.time

let rec log_from (start : int) : entry list =
  if bool_gen () then []
  else
    let time = start + nat_gen () in
    { time; code = char_gen () } :: log_from (time + 1)
[@@covers {| start:{v:int | true} -> [v:entry list | from_time v start] |}]
[@@rank len v]
