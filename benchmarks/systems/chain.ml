(* A chain of three copies: writes go in at the head and are read at the tail. When the middle one fails, the head is
   connected with the tail, and nothing that was written is lost once everything has arrived. *)
open Covenant_runtime

type event = Put of int | Forward of bool | Hand_on of bool | Fail | Settle | Get of int

module type CHAIN = sig
  val put : int -> unit
  val forward : unit -> bool
  val hand_on : unit -> bool
  val fail : unit -> unit
  val settle : unit -> unit
  val get : unit -> int
end [@@operators event]

let[@predicate] rec last (h : event list) : int =
  match h with
  | [] -> 0
  | Put x :: _ -> x
  | Forward _ :: rest -> last rest
  | Hand_on _ :: rest -> last rest
  | Fail :: rest -> last rest
  | Settle :: rest -> last rest
  | Get _ :: rest -> last rest

(* Whether everything has arrived. *)
let[@predicate] rec settled (h : event list) : bool =
  match h with
  | [] -> true
  | Settle :: _ -> true
  | Put _ :: _ -> false
  | Forward _ :: rest -> settled rest
  | Hand_on _ :: rest -> settled rest
  | Fail :: rest -> settled rest
  | Get _ :: rest -> settled rest

let[@answers] get (h : event list) (r : int) : bool = r = last h || not (settled h)

let[@goal] lost (x : int) =
  {| (Put _ | Hand_on _)*; (Put x when x <> 0); (Hand_on _)*; (Forward true)*; Forward true; Fail; (Get _)*; Settle; (Get r when r <> x) |}
