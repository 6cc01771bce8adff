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
  let ( + ) (a : int) (b : int) : int = S.push a; a
  let f () : unit = let _ = 1 + 2 in S.push 4
  [@@covers {| unit -> [tr | tr = [Push 4]] |}]
end
