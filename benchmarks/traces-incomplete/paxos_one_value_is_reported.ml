(* That three values are chosen is not believed. *)
(* expect: rejected *)
(* missing: chosen_twice 0 => [Accept (2, 2, true); Chosen 3] *)
open Covenant_runtime

type event = Prepare of int * int * bool | Accept of int * int * bool | Chosen of int

module type PAXOS = sig
  val prepare : int -> int -> bool
  val accept : int -> int -> bool
  val chosen : unit -> int
end [@@operators event]

let[@goal] two =
  {| Prepare (1, 0, true); (Chosen _)*; Prepare (1, 1, true); Prepare (2, 1, true); (Chosen _)*; Prepare (2, 2, true); Accept (1, 0, true); Accept (1, 1, true); (Chosen _)*; Accept (2, 1, true); Accept (2, 2, true); (Chosen r when r > 1) |}

module Generators (S : PAXOS) = struct
  let chosen_twice (n : int) : unit =
    let two = S.accept 2 2 in
    if two then begin
      let values = S.chosen () in
      if values = 2 then () else err ()
    end
    else err ()
  [@@covers {| n:{v:int | true} -> [tr | len tr <= 3 && two_7 tr] |}]
end
