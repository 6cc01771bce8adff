(* An interpreter of the lambda calculus; terms of higher order: a function is an argument. *)
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

let[@goal] differ (a : int) =
  {| App; Lam; (Plus; Number _)*; App; Lam; (Plus; Number _)*; App; Var 1; Var 0; Number a; Lam; (Plus; Number _)*; Var 0; Agrees false |}
