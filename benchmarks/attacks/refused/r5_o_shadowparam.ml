(* class: requests by something of the same name *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
let other () = Alcotest.run "x" []
module G (S : STACK) = struct
  let g (n : int) : unit = S.push n
  let f (g : int -> event list) : unit = g 3; ()
  [@@covers {| g:(n:int -> [v:event list | v = [Push n]]) -> [tr | tr = [Push 3]] |}]
end
