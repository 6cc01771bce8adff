(* The same, but nothing is known about terms. *)
open Covenant_runtime

type event = Var of int | Lam | App | Number of int | Plus | Agrees of bool

module type INTERPRETER = sig
  val var : int -> unit
  val lam : unit -> unit
  val app : unit -> unit
  val number : int -> unit
  val plus : unit -> unit
  val agrees : unit -> bool
end [@@operators event]

let[@answers] agrees (_ : event list) (r : bool) : bool = r

let[@goal] differ =
  {| (. - Agrees _)*; Agrees false |}
