(* class: languages of traces that say something else *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g = {| Push 1 |}
let[@goal] h = {| Push 2 |}
module G (S : STACK) = struct
  let f () : unit = if g = h then err () else S.push 1
  [@@covers {| M [tr | tr = [Push 1]] |}]
end
