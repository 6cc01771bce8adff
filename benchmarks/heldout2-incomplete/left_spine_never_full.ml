(* The deepest node is missing. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: left_spine 1 => Node (0, Leaf, Leaf) *)
open Covenant_runtime

let[@predicate] rec spine (t : int tree) : bool =
  match t with Leaf -> true | Node (_, l, Leaf) -> spine l | Node _ -> false

let rec left_spine (n : int) : int tree =
  if n <= 1 || bool_gen () then Leaf
  else
    let label = int_gen () and rest = left_spine (n - 1) in
    Node (label, rest, Leaf)
[@@covers {| n:{v:int | 0 <= v} -> [v:int tree | spine v && depth v <= n] |}]
