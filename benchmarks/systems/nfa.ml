(* A stream of transitions and final states is read into an automaton; words of two letters are run. State 0 is the first one. *)
open Covenant_runtime

type event = Final of int | Transition of int * int * int | Size of int | Accepts of int * int * bool

module type NFA = sig
  val final : int -> unit
  val transition : int -> int -> int -> unit
  val size : unit -> int
  val accepts : int -> int -> bool
end [@@operators event]

let[@predicate] rec is_final (h : event list) (x : int) : bool =
  match h with
  | [] -> false
  | Final y :: rest -> x = y || is_final rest x
  | Transition (_, _, _) :: rest -> is_final rest x
  | Size _ :: rest -> is_final rest x
  | Accepts (_, _, _) :: rest -> is_final rest x

(* Whether a letter leads from a state to a final one; [all] is the whole history. *)
let[@predicate] rec ends (all : event list) (h : event list) (from : int) (letter : int) : bool =
  match h with
  | [] -> false
  | Transition (a, c, b) :: rest -> (a = from && c = letter && is_final all b) || ends all rest from letter
  | Final _ :: rest -> ends all rest from letter
  | Size _ :: rest -> ends all rest from letter
  | Accepts (_, _, _) :: rest -> ends all rest from letter

let[@predicate] rec begins (all : event list) (h : event list) (first : int) (second : int) : bool =
  match h with
  | [] -> false
  | Transition (a, c, b) :: rest -> (a = 0 && c = first && ends all all b second) || begins all rest first second
  | Final _ :: rest -> begins all rest first second
  | Size _ :: rest -> begins all rest first second
  | Accepts (_, _, _) :: rest -> begins all rest first second

let[@predicate] rec has (h : event list) (a : int) (c : int) (b : int) : bool =
  match h with
  | [] -> false
  | Transition (x, y, z) :: rest -> (x = a && y = c && z = b) || has rest a c b
  | Final _ :: rest -> has rest a c b
  | Size _ :: rest -> has rest a c b
  | Accepts (_, _, _) :: rest -> has rest a c b

let[@predicate] rec transitions (h : event list) : int =
  match h with
  | [] -> 0
  | Transition (a, c, b) :: rest -> if has rest a c b then transitions rest else transitions rest + 1
  | Final _ :: rest -> transitions rest
  | Size _ :: rest -> transitions rest
  | Accepts (_, _, _) :: rest -> transitions rest

let[@answers] size (h : event list) (r : int) : bool = r = transitions h
let[@answers] accepts (h : event list) (c : int) (d : int) (r : bool) : bool = r = begins h h c d

let[@goal] refused (c : int) (d : int) (s : int) (t : int) =
  {| (Final _)*; Final s; Transition (0, c, t); (Final _)*; Transition (t, d, s); (Transition (_, _, _))*; (Transition (0, c, x) when x <> t); Accepts (c, d, false) |}
