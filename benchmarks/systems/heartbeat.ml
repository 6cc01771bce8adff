(* A failure detector: a node that has sent a sign of life in this round or the one before is alive. *)
open Covenant_runtime

type event = Beat of int | Arrive of int * bool | Round | Alive of int * bool

module type HEARTBEAT = sig
  val beat : int -> unit
  val arrive : int -> bool
  val round : unit -> unit
  val alive : int -> bool
end [@@operators event]

(* Whether a sign of life arrived in the last so many rounds. *)
let[@predicate] rec heard (h : event list) (i : int) (rounds : int) : bool =
  match h with
  | [] -> false
  | Arrive (j, b) :: rest -> (b && i = j && rounds >= 0) || heard rest i rounds
  | Round :: rest -> heard rest i (rounds - 1)
  | Beat _ :: rest -> heard rest i rounds
  | Alive (_, _) :: rest -> heard rest i rounds

let[@answers] alive (h : event list) (i : int) (r : bool) : bool = r = heard h i 1

let[@goal] overlooked (i : int) (j : int) =
  {| (Beat _ | Alive (_, _))*; Beat i; (Beat _)*; (Beat j when i <> j); Arrive (i, true); (Beat _)*; Arrive (j, true); (Beat _)*; Round; Alive (i, false) |}
