open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g = {| . - Pop (Some 3) |}
module G (S : STACK) = struct
  let f () : unit =
    if bool_gen () then (let x = int_gen () in S.push x)
    else if bool_gen () then (let _ = S.is_empty () in ())
    else (let r = S.pop () in if r = Some 3 then err () else ())
  [@@covers {| M [tr | g tr] |}]
end
