(* The bound of urgent tasks is one too low. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: task () => { urgent = true; days = 7; assignee = None } *)
open Covenant_runtime

type task = { urgent : bool; days : int; assignee : int option }

let[@predicate] planned (t : task) : bool =
  0 <= t.days
  && (if t.urgent then t.days <= 7 else t.days <= 30)
  && (match t.assignee with None -> true | Some person -> 0 <= person)

let task () : task =
  let urgent = bool_gen () in
  let limit = if urgent then 6 else 30 in
  let assignee = if bool_gen () then None else Some (nat_gen ()) in
  { urgent; days = int_range 0 limit; assignee }
[@@covers {| M [v:task | planned v] |}]
