(* An account: it is never below zero. *)
open Covenant_runtime

type event = Deposit of int | Withdraw of int * bool | Balance of int

module type BANK = sig
  val deposit : int -> unit
  val withdraw : int -> bool
  val balance : unit -> int
end [@@operators event]

let[@predicate] rec amount (h : event list) : int =
  match h with
  | [] -> 0
  | Deposit x :: rest -> if x > 0 then amount rest + x else amount rest
  | Withdraw (x, b) :: rest -> if b then amount rest - x else amount rest
  | Balance _ :: rest -> amount rest

let[@answers] withdraw (h : event list) (x : int) (b : bool) : bool = b = (x > 0 && x <= amount h)
let[@answers] balance (h : event list) (r : int) : bool = r = amount h
let[@goal] below (x : int) = {| (Balance _)*; (Deposit x when x > 0); (Balance _)*; Withdraw (x, true); (Withdraw (_, _))*; Withdraw (x, true); (Balance r when r < 0) |}
