(* A set: something was inserted and not deleted, and is not there. *)
open Covenant_runtime

type event = Insert of int | Delete of int | Mem of int * bool

module type SET = sig
  val insert : int -> unit
  val delete : int -> unit
  val mem : int -> bool
end [@@operators event]

let[@predicate] rec contains (h : event list) (x : int) : bool =
  match h with
  | [] -> false
  | Insert y :: rest -> x = y || contains rest x
  | Delete y :: rest -> x <> y && contains rest x
  | Mem (_, _) :: rest -> contains rest x

let[@answers] mem (h : event list) (x : int) (r : bool) : bool = r = contains h x
let[@goal] forgotten (y : int) = {| .*; Insert y; (. - Delete y)*; Mem (y, false) |}
