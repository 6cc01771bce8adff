open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] above (z : int) = {| Push x when x > z |}
let[@goal] g (x : int) = {| above (x + 1) |}
module G (S : STACK) = struct
  let f (x : int) : unit = let y = int_gen () in if y > x + 1 then S.push y else err ()
  [@@covers {| x:{v:int | true} -> [tr | g x tr] |}]
end
