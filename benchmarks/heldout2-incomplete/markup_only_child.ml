(* An element has one child at most. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: nodes 2 => More (Text "", More (Text "", Stop)) *)
(* missing: node 3 => Element ("", More (Text "", More (Text "", Stop))) *)
open Covenant_runtime

type node = Text of string | Element of string * nodes
and nodes = Stop | More of node * nodes

let[@predicate] rec node_size (x : node) : int =
  match x with Text _ -> 1 | Element (_, children) -> 1 + nodes_size children

and nodes_size (l : nodes) : int =
  match l with Stop -> 0 | More (x, rest) -> node_size x + nodes_size rest

let rec node (n : int) : node =
  if n = 1 then if bool_gen () then Text (string_gen ()) else Element (string_gen (), Stop)
  else Element (string_gen (), nodes (n - 1))
[@@covers {| n:{v:int | 1 <= v} -> [v:node | node_size v = n] |}]
[@@measure n + n]

and nodes (n : int) : nodes =
  if n = 0 then Stop
  else
    let first = n in
    let x = node first in
    More (x, nodes (n - first))
[@@covers {| n:{v:int | 0 <= v} -> [v:nodes | nodes_size v = n] |}]
[@@measure n + n + 1]
