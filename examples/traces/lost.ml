(* A stack, and what must not happen to it: something was pushed and not popped, and the stack is empty.
   `covenant synthesize` writes generators for such traces. *)
open Covenant_runtime

type event = Push of int | Pop of int option | Is_empty of bool

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]

(* The last element that was pushed and not popped; the history begins with the newest event. *)
let[@predicate] rec top (h : event list) (skip : int) : int option =
  match h with
  | [] -> None
  | Is_empty _ :: rest -> top rest skip
  | Pop None :: rest -> top rest skip
  | Pop (Some _) :: rest -> top rest (skip + 1)
  | Push x :: rest -> if skip = 0 then Some x else top rest (skip - 1)

let[@answers] pop (h : event list) (r : int option) : bool = r = top h 0
let[@answers] is_empty (h : event list) (r : bool) : bool = r = (top h 0 = None)

let[@goal] empty_after (y : int) = {| (. - Pop (Some y))*; Is_empty true |}
let[@goal] lost (y : int) = {| .*; Push y; empty_after y |}

(* What was pushed is popped at once: every correct stack does this. *)
let[@goal] back (y : int) = {| Push y; Pop (Some y) |}
