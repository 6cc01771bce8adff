(* class: requests whose order or number OCaml does not settle *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let f () : int = S.push 1; 1
 let g () : int list = f () :: (S.push 2; [])
  [@@covers {| unit -> [tr, v:int list | tr = [Push 1; Push 2] && v = [1]] |}]
end
