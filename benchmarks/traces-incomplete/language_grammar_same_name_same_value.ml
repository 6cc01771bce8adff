(* What is popped is what was pushed, and that is not always 1. *)
(* expect: rejected *)
(* missing: f 2 => [Push 0; Pop (Some 0)] *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let[@grammar] g = {| eps | Push x; g; Pop (Some x) |}
module G (S : STACK) = struct
  let rec f (n : int) : unit = if n <= 0 then () else if bool_gen () then () else begin S.push 1; f (n - 2); let _ = S.pop () in () end
  [@@covers {| n:{v:int | true} -> [tr | g tr && len tr <= n] |}]
  [@@measure n]
end
