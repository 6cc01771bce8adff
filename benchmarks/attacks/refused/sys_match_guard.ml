(* class: requests whose order or number OCaml does not settle *)
open Covenant_runtime
type event = Push of int | Pop of int option | Is_empty of bool
module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]
module G (S : STACK) = struct
  let g () : unit = match S.pop () with x when S.is_empty () -> ignore x | _ -> ()
  [@@covers {| unit -> [tr | tr = [Pop None]] |}]
end
