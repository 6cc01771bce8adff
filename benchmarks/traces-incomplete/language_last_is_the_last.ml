(* The push of y is the last one; it may be the only one. *)
(* expect: rejected *)
(* missing: f 0 => [Push 0] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g (y : int) = {| LAST (Push y) |}
module G (S : STACK) = struct
  let f (y : int) : unit = S.push y; let x = int_gen () in S.push x
  [@@covers {| y:{v:int | true} -> [tr | g y tr && len tr <= 2] |}]
end
