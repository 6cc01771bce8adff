(* class: languages of traces that say something else *)
open Covenant_runtime
type event = Push of int | Pop of int option
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
end [@@operators event]
let[@goal] g (y : int) = {| Push y |}
let[@goal] g (y : int) = {| Push y | Push (y + 1) |}
module G (S : STACK) = struct
  let f (y : int) : unit = S.push y
  [@@covers {| y:{v:int | true} -> [tr | g y tr] |}]
end
