(* A register: what is read is not what was written last. *)
open Covenant_runtime

type event = Write of int | Read of int

module type REGISTER = sig
  val write : int -> unit
  val read : unit -> int
end [@@operators event]

let[@predicate] rec last (h : event list) : int =
  match h with [] -> 0 | Write x :: _ -> x | Read _ :: rest -> last rest

let[@answers] read (h : event list) (r : int) : bool = r = last h
let[@goal] stale (w : int) = {| LAST (Write w); Read r when r <> w |}
