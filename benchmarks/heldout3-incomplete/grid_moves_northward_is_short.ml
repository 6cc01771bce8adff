(* A move to the north is a single step. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: moves 1 => [ { heading = North; steps = 2 } ] *)
open Covenant_runtime

type heading = North | East | South | West
type move = { heading : heading; steps : int }

let[@predicate] rec all_forward (l : move list) : bool =
  match l with [] -> true | m :: rest -> 1 <= m.steps && all_forward rest

let heading () : heading =
  match int_range 1 4 with 1 -> North | 2 -> East | 3 -> South | _ -> West
[@@covers {| M [v:heading | true] |}]

let rec moves (n : int) : move list =
  if n = 0 then []
  else
    let steps = 1 + nat_gen () in
    let heading = heading () in
    { heading; steps = (if heading = North then 1 else steps) } :: moves (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:move list | len v = n && all_forward v] |}]
