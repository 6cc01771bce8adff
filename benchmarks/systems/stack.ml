(* A stack: what was pushed is not what is popped. Goal: some pushes, some pops, and then it is empty too early. *)
open Covenant_runtime

type event = Push of int | Pop of int | Is_empty of bool

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int
  val is_empty : unit -> bool
end [@@operators event]

(* How many there are, and what is on top, below so many that were popped. *)
let[@predicate] rec depth (h : event list) : int =
  match h with
  | [] -> 0
  | Push _ :: rest -> depth rest + 1
  | Pop _ :: rest -> if depth rest > 0 then depth rest - 1 else 0
  | Is_empty _ :: rest -> depth rest

let[@predicate] rec top (h : event list) (skip : int) : int =
  match h with
  | [] -> 0
  | Is_empty _ :: rest -> top rest skip
  | Pop _ :: rest -> if depth rest > 0 then top rest (skip + 1) else 0
  | Push x :: rest -> if skip = 0 then x else top rest (skip - 1)

(* 0 if there is nothing. *)
let[@answers] pop (h : event list) (r : int) : bool = r = (if depth h > 0 then top h 0 else 0)
let[@answers] is_empty (h : event list) (r : bool) : bool = r = (depth h = 0)
let[@goal] unpaired = {| Push _; Push _; Push _*; Push _; (Pop _)*; Pop _; Is_empty true |}
