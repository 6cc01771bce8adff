(* class: requests whose order or number OCaml does not settle *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let g () : bool * int option = (S.is_empty (), S.pop ())
  [@@covers {| unit -> [tr, v:bool * int option | tr = [Is_empty true; Pop None] && v = (true, None)] |}]
end
