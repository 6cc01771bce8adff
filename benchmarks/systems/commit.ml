(* Two-phase commit with two participants: one commits only if both have agreed. *)
open Covenant_runtime

type event = Vote of int * bool | Collect of int * bool | Decide | Inform of int * bool | Committed of int * bool

module type COMMIT = sig
  val vote : int -> bool -> unit
  val collect : int -> bool
  val decide : unit -> unit
  val inform : int -> bool
  val committed : int -> bool
end [@@operators event]

(* What a participant has said first; later votes are not allowed to count. *)
let[@predicate] rec agreed (h : event list) (p : int) : bool =
  match h with
  | [] -> false
  | Vote (q, b) :: rest -> if p = q then if voted rest p then agreed rest p else b else agreed rest p
  | Collect (_, _) :: rest -> agreed rest p
  | Decide :: rest -> agreed rest p
  | Inform (_, _) :: rest -> agreed rest p
  | Committed (_, _) :: rest -> agreed rest p

and voted (h : event list) (p : int) : bool =
  match h with
  | [] -> false
  | Vote (q, _) :: rest -> p = q || voted rest p
  | Collect (_, _) :: rest -> voted rest p
  | Decide :: rest -> voted rest p
  | Inform (_, _) :: rest -> voted rest p
  | Committed (_, _) :: rest -> voted rest p

let[@answers] committed (h : event list) (_ : int) (r : bool) : bool = (not r) || (agreed h 0 && agreed h 1)

let[@goal] half =
  {| (Committed (_, _))*; Vote (0, true); Vote (0, true); Collect (0, true); (Vote (1, false))*; Collect (0, true); (Vote (1, false))*; Decide; (Committed (_, _))*; Inform (0, true); Committed (0, true) |}
