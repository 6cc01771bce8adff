(* The same transactions, with less said about the traces that are looked for. *)
open Covenant_runtime

type event = Start of int | Put of int * int * int | Get of int * int * int | Commit of int * bool

module type TRANSACTIONS = sig
  val start : int -> unit
  val put : int -> int -> int -> unit
  val get : int -> int -> int
  val commit : int -> bool
end [@@operators event]

(* What the client has written in the transaction that it is in. *)
let[@predicate] rec own (h : event list) (c : int) (k : int) : int option =
  match h with
  | [] -> None
  | Start d :: rest -> if c = d then None else own rest c k
  | Commit (d, _) :: rest -> if c = d then None else own rest c k
  | Put (d, j, v) :: rest -> if c = d && k = j && started rest c then Some v else own rest c k
  | Get (_, _, _) :: rest -> own rest c k

and started (h : event list) (c : int) : bool =
  match h with
  | [] -> false
  | Start d :: rest -> c = d || started rest c
  | Commit (d, _) :: rest -> c <> d && started rest c
  | Put (_, _, _) :: rest -> started rest c
  | Get (_, _, _) :: rest -> started rest c

let[@answers] get (h : event list) (c : int) (k : int) (r : int) : bool =
  match own h c k with None -> true | Some v -> r = v

let[@goal] other (c : int) (k : int) (x : int) =
  {| .*; Put (c, k, x); .*; (Get (c, k, r) when r <> x) |}
