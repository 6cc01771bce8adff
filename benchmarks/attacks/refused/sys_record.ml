(* class: requests whose order or number OCaml does not settle *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
type r = { a : bool; b : int option }
module G (S : STACK) = struct
  let g () : r = { a = S.is_empty (); b = S.pop () }
  [@@covers {| unit -> [tr, v:r | tr = [Is_empty true; Pop None]] |}]
end
