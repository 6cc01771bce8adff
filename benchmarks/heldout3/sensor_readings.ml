(* Readings of a sensor, some of which are absent: the loop is a local function. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let[@predicate] rec plausible (l : int option list) : bool =
  match l with
  | [] -> true
  | None :: rest -> plausible rest
  | Some x :: rest -> 0 < x && plausible rest

let readings (n : int) : int option list =
  let rec collect left =
    if left = 0 then []
    else
      let reading = if bool_gen () then None else Some (1 + nat_gen ()) in
      reading :: collect (left - 1)
  in
  collect n
[@@covers {| n:{v:int | 0 <= v} -> [v:int option list | len v = n && plausible v] |}]
