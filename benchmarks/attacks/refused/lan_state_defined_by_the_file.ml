(* class: languages of traces that say something else *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g (y : int) = {| Is_empty _; Push y |}
let[@predicate] g_1 (y : int) (tr : event list) : bool = y = 0 && tr = []
module G (S : STACK) = struct
  let f (y : int) : unit = if y = 0 then () else S.push y
  [@@covers {| y:{v:int | v = 0} -> [tr | g y tr || g_1 y tr] |}]
end
