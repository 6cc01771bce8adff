(* The children are one tree where they have the same size. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: braun_tree 3 => Node ('a', Node ('a', Leaf, Leaf), Node ('b', Leaf, Leaf)) *)
open Covenant_runtime

let[@predicate] rec nodes (t : char tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + nodes l + nodes r

let[@predicate] rec braun (t : char tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) -> (nodes l = nodes r || nodes l = nodes r + 1) && braun l && braun r

let rec braun_tree (n : int) : char tree =
  if n = 0 then Leaf
  else
    let left = braun_tree (n / 2) in
    let right = if n mod 2 = 1 then left else braun_tree ((n - 1) / 2) in
    Node (char_gen (), left, right)
[@@covers {| n:{v:int | 0 <= v} -> [v:char tree | braun v && nodes v = n] |}]
