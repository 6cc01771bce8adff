(* Tezos (Fig. 22): the first block of the list is the root, and the rest is cut in order, so
   that no other block is ever the root and the left subtree has the earlier blocks. *)
(* expect: rejected *)
(* missing: block_trees 2 [ 0; 1 ] => Single (1, Last 0) *)
(* missing: block_trees 3 [ 0; 1; 2 ] => Double (0, Last 2, Last 1) *)
open Covenant_runtime

type block_tree =
  | Last of int
  | Single of int * block_tree
  | Double of int * block_tree * block_tree

let[@predicate] rec preorder (t : block_tree) : int list =
  match t with
  | Last x -> [ x ]
  | Single (x, below) -> x :: preorder below
  | Double (x, left, right) -> x :: (preorder left @ preorder right)

(* Every way to cut a list in two. *)
let rec cut (l : int list) : int list * int list =
  match l with
  | [] -> ([], [])
  | x :: rest ->
      if bool_gen () then ([], l)
      else
        let front, back = cut rest in
        (x :: front, back)
[@@covers {| l:{v:int list | true} -> [v:int list * int list | fst v @ snd v = l] |}]
[@@measure len l]

let rec block_trees (size : int) (blocks : int list) : block_tree =
  match blocks with
  | [] -> err ()
  | x :: rest ->
      if size <= 0 then err ()
      else if rest = [] then Last x
      else if bool_gen () then Single (x, block_trees (size - 1) rest)
      else
        let front, back = cut rest in
        let left = block_trees (size - 1) front in
        let right = block_trees (size - 1) back in
        Double (x, left, right)
[@@covers {|
  size:{v:int | true} -> blocks:{v:int list | len v <= size && uniq v} ->
  [v:block_tree | uniq (preorder v) && (forall u:int. mem (preorder v) u <=> mem blocks u)]
|}]
[@@measure size]
