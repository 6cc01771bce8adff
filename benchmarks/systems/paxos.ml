(* Agreement of three acceptors: at most one value is chosen. Two proposers, with ballots 1 and 2, propose their own values
   unless an acceptor tells them of one that it has accepted. *)
open Covenant_runtime

type event = Prepare of int * int * bool | Accept of int * int * bool | Chosen of int

module type PAXOS = sig
  val prepare : int -> int -> bool
  val accept : int -> int -> bool
  val chosen : unit -> int
end [@@operators event]

(* How many values are chosen. *)
let[@answers] chosen (_ : event list) (r : int) : bool = r <= 1

let[@goal] two =
  {| Prepare (1, 0, true); (Chosen _)*; Prepare (1, 1, true); Prepare (2, 1, true); (Chosen _)*; Prepare (2, 2, true); Accept (1, 0, true); Accept (1, 1, true); (Chosen _)*; Accept (2, 1, true); Accept (2, 2, true); (Chosen r when r > 1) |}
