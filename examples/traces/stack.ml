(* A stack: nests of pushes and pops, of each depth. *)
open Covenant_runtime

type event = Push of int | Pop of int option | Is_empty of bool

module type STACK = sig
  val push : int -> unit
  val pop : unit -> int option
  val is_empty : unit -> bool
end [@@operators event]

(* The last element that was pushed and not popped; the history begins with the newest event. *)
let[@predicate] rec top (h : event list) (skip : int) : int option =
  match h with
  | [] -> None
  | Is_empty _ :: rest -> top rest skip
  | Pop None :: rest -> top rest skip
  | Pop (Some _) :: rest -> top rest (skip + 1)
  | Push x :: rest -> if skip = 0 then Some x else top rest (skip - 1)

let[@answers] pop (h : event list) (r : int option) : bool = r = top h 0
let[@answers] is_empty (h : event list) (r : bool) : bool = r = (top h 0 = None)

type nest = Done | Nest of int * nest * int option

let[@predicate] rec depth_of (d : nest) : int =
  match d with Done -> 0 | Nest (_, m, _) -> 1 + depth_of m

let[@predicate] rec word (d : nest) : event list =
  match d with
  | Done -> []
  | Nest (x, m, y) -> Push x :: (word m @ [ Pop y ])

module Generators (S : STACK) = struct
  let rec nested (n : int) : unit =
    if n = 0 then ()
    else begin
      let x = int_gen () in
      S.push x;
      nested (n - 1);
      let _ = S.pop () in
      ()
    end
  [@@covers {| n:{v:int | 0 <= v} -> [tr | exists d:nest. depth_of d = n && word d = tr] |}]
  [@@measure n]
end
