(* Checking and savings accounts. A deposit, a withdrawal and a transfer each read balances when they start and write when they
   end; two clients may be in the middle of one. The balance of a customer is what was put in and taken out. *)
open Covenant_runtime

type event =
  | Deposit of int * int * int
  | Save of int * int * int
  | Amalgamate of int * int * int
  | Finish of int * bool
  | Balance of int * int

module type SMALLBANK = sig
  val deposit : int -> int -> int -> unit
  val save : int -> int -> int -> unit
  val amalgamate : int -> int -> int -> unit
  val finish : int -> bool
  val balance : int -> int
end [@@operators event]

(* What the client is adding to the customer's balance: amalgamations move all of one customer's money to another one. *)
let[@predicate] rec adding (h : event list) (c : int) (who : int) : int =
  match h with
  | [] -> 0
  | Deposit (d, w, x) :: rest -> if c = d then if who = w then x else 0 else adding rest c who
  | Save (d, w, x) :: rest -> if c = d then if who = w then x else 0 else adding rest c who
  | Amalgamate (d, _, _) :: rest -> if c = d then 0 else adding rest c who
  | Finish (d, _) :: rest -> if c = d then 0 else adding rest c who
  | Balance (_, _) :: rest -> adding rest c who

let[@predicate] rec simple (h : event list) : bool =
  match h with
  | [] -> true
  | Amalgamate (_, _, _) :: _ -> false
  | Deposit (_, _, _) :: rest -> simple rest
  | Save (_, _, _) :: rest -> simple rest
  | Finish (_, _) :: rest -> simple rest
  | Balance (_, _) :: rest -> simple rest

let[@predicate] rec amount (h : event list) (who : int) : int =
  match h with
  | [] -> 0
  | Finish (c, b) :: rest -> if b then amount rest who + adding rest c who else amount rest who
  | Deposit (_, _, _) :: rest -> amount rest who
  | Save (_, _, _) :: rest -> amount rest who
  | Amalgamate (_, _, _) :: rest -> amount rest who
  | Balance (_, _) :: rest -> amount rest who

(* Nothing is said about histories with amalgamations. *)
let[@answers] balance (h : event list) (who : int) (r : int) : bool = r = amount h who || not (simple h)

let[@goal] lost (c : int) (d : int) (w : int) (x : int) (y : int) =
  {| (Balance (_, _) | Save (_, _, _))*; (Deposit (c, w, x) when x > 0); (Balance (_, _))*; (Deposit (d, w, y) when c <> d && y > 0); Finish (c, true); (Balance (_, _))*; Finish (d, true); (Balance (w, r) when r < x + y) |}
