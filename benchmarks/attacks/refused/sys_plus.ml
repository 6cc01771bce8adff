(* class: requests whose order or number OCaml does not settle *)
(* read: f *)
(* read: h *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let f () : int = S.push 1; 1
 [@@covers {| unit -> [tr, v:int | tr = [Push 1] && v = 1] |}]
 let h () : int = S.push 2; 2
 [@@covers {| unit -> [tr, v:int | tr = [Push 2] && v = 2] |}]
  let g () : int = f () + h ()
  [@@covers {| unit -> [tr, v:int | tr = [Push 1; Push 2] && v = 3] |}]
end
