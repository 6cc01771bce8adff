(* Both languages contain each push. *)
(* expect: rejected *)
(* missing: f () => [Push 0] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@goal] g = {| (Push _ | Pop _)* & (Push _ | Is_empty _)* |}
module G (S : STACK) = struct
  let f () : unit = if bool_gen () then () else let _ = S.pop () in err ()
  [@@covers {| M [tr | g tr && len tr <= 1] |}]
end
