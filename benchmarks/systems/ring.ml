(* Three nodes in a ring elect the one with the greatest number: there is never a second leader. *)
open Covenant_runtime

type event = Start of int | Deliver of int * bool | Leaders of int

module type RING = sig
  val start : int -> unit
  val deliver : int -> bool
  val leaders : unit -> int
end [@@operators event]

let[@answers] leaders (_ : event list) (r : int) : bool = r <= 1

let[@goal] two =
  {| (Leaders _)*; Start 0; Deliver (1, true); (Leaders _)*; Deliver (2, true); Deliver (0, true); (Leaders _)*; Start 2; Deliver (0, true); Deliver (1, true); Deliver (2, true); (Leaders r when r > 1) |}
