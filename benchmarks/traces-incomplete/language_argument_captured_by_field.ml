(* What is pushed is above the argument, whatever the field is called. *)
(* expect: rejected *)
(* missing: f 0 => [Push 1] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] above (z : int) = {| Push x when x > z |}
let[@goal] g (x : int) = {| above x |}
module G (S : STACK) = struct
  let f (_ : int) : unit = S.push 0; err ()
  [@@covers {| x:{v:int | true} -> [tr | g x tr] |}]
end
