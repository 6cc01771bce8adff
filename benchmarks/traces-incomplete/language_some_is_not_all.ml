(* The stack may be empty. *)
(* expect: rejected *)
(* missing: f () => [Pop None] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g = {| Pop (Some _) | Pop None |}
module G (S : STACK) = struct
  let f () : unit = match S.pop () with Some _ -> () | None -> err ()
  [@@covers {| M [tr | g tr] |}]
end
