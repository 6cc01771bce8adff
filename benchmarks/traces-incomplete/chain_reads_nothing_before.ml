(* Nothing is read between the failure and the end. *)
(* expect: rejected *)
(* missing: failed 3 1 => [Get 0; Settle; Get 0] *)
open Covenant_runtime

type event = Put of int | Forward of bool | Hand_on of bool | Fail | Settle | Get of int

module type CHAIN = sig
  val put : int -> unit
  val forward : unit -> bool
  val hand_on : unit -> bool
  val fail : unit -> unit
  val settle : unit -> unit
  val get : unit -> int
end [@@operators event]

let[@goal] lost (x : int) =
  {| (Put _ | Hand_on _)*; (Put x when x <> 0); (Hand_on _)*; (Forward true)*; Forward true; Fail; (Get _)*; Settle; (Get r when r <> x) |}

module Generators (S : CHAIN) = struct
  let failed (n : int) (x : int) : unit =
    S.settle ();
    let there = S.get () in
    if there <> x then () else err ()
  [@@covers {| n:{v:int | 0 <= v} -> x:{v:int | true} -> [tr | len tr <= n && lost_4 x tr] |}]
end
