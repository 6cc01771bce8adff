open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] f (y : int) = {| Push y |}
module G (S : STACK) = struct
  let push_it (y : int) : unit = S.push y
  [@@covers {| y:{v:int | true} -> [tr | f y tr] |}]
end
