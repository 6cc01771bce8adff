(* A primary copy and a replica: a client reads what it has written. *)
open Covenant_runtime

type event = Write of int | Replicate of bool | Read of int

module type DATABASE = sig
  val write : int -> unit
  val replicate : unit -> bool
  val read : unit -> int
end [@@operators event]

let[@predicate] rec last (h : event list) : int =
  match h with [] -> 0 | Write x :: _ -> x | Replicate _ :: rest -> last rest | Read _ :: rest -> last rest

let[@answers] read (h : event list) (r : int) : bool = r = last h
let[@goal] old (x : int) = {| .*; Write x; (Read _)*; (Read r when r <> x) |}
