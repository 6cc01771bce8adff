(* class: languages of traces that say something else *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g = {| Push _ |}
type other = Push of bool
module G (S : STACK) = struct
  let f () : unit = S.push 1
  [@@covers {| M [tr | g tr] |}]
end
