(* A stream of nodes and edges is read into a graph; it is asked whether all nodes are connected. *)
open Covenant_runtime

type event = Node of int | Edge of int * int * bool | Nodes of int | Connected of int * int * bool

module type GRAPH = sig
  val node : int -> unit
  val edge : int -> int -> bool
  val nodes : unit -> int
  val connected : int -> int -> bool
end [@@operators event]

let[@predicate] rec has_node (h : event list) (x : int) : bool =
  match h with
  | [] -> false
  | Node y :: rest -> x = y || has_node rest x
  | Edge (_, _, _) :: rest -> has_node rest x
  | Nodes _ :: rest -> has_node rest x
  | Connected (_, _, _) :: rest -> has_node rest x

let[@predicate] rec count (h : event list) : int =
  match h with
  | [] -> 0
  | Node y :: rest -> if has_node rest y then count rest else count rest + 1
  | Edge (_, _, _) :: rest -> count rest
  | Nodes _ :: rest -> count rest
  | Connected (_, _, _) :: rest -> count rest

(* Whether the edges of [h] lead from x to y: by the newest edge or without it. *)
let[@predicate] rec path (h : event list) (x : int) (y : int) : bool =
  match h with
  | [] -> x = y
  | Edge (a, b, made) :: rest ->
      path rest x y || (made && ((path rest x a && path rest b y) || (path rest x b && path rest a y)))
  | Node _ :: rest -> path rest x y
  | Nodes _ :: rest -> path rest x y
  | Connected (_, _, _) :: rest -> path rest x y

let[@answers] edge (h : event list) (a : int) (b : int) (r : bool) : bool = r = (has_node h a && has_node h b)
let[@answers] nodes (h : event list) (r : int) : bool = r = count h
let[@answers] connected (h : event list) (a : int) (b : int) (r : bool) : bool = r = path h a b

let[@goal] apart (a : int) (b : int) (c : int) =
  {| Node a; Node b; Node c; (Node _)*; (Edge (b, a, true) when a <> b && b <> c && a <> c); (Node _)*; Edge (b, c, true); (Nodes _)*; Connected (a, c, false) |}
