(* Any number of times: not at all, too. *)
(* expect: rejected *)
(* missing: f () => [] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g = {| (Push _)* |}
module G (S : STACK) = struct
  let f () : unit = let x = int_gen () in S.push x
  [@@covers {| M [tr | g tr && len tr <= 1] |}]
end
