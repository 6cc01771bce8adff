(* A quantified y is not the y of the claim. *)
(* expect: rejected *)
(* missing: f 0 => [Push 2] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] small (z : int) = {| Push x when exists y:int. y < x && y > z |}
let[@goal] g (y : int) = {| small y |}
module G (S : STACK) = struct
  let f (y : int) : unit = let x = int_gen () in if x > y + 7 then S.push x else err ()
  [@@covers {| y:{v:int | true} -> [tr | g y tr] |}]
end
