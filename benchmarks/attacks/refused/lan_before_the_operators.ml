(* class: languages of traces that say something else *)
open Covenant_runtime
let[@goal] g (y : int) = {| Push y |}
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let f (y : int) : unit = S.push y
  [@@covers {| y:{v:int | true} -> [tr | g y tr] |}]
end
