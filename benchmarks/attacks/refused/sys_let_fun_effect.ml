(* class: requests whose order or number OCaml does not settle *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let g () : unit = let f = (S.push 1; fun () -> S.push 2) in f (); f ()
  [@@covers {| unit -> [tr | tr = [Push 1; Push 2; Push 1; Push 2]] |}]
end
