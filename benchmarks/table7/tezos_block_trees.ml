(* Tezos: block trees from a list of blocks. The repaired generator permutes the list before it
   cuts it into subtrees, so that every tree of exactly these blocks comes out. *)
(* expect: valid *)
open Covenant_runtime

type block_tree =
  | Last of int
  | Single of int * block_tree
  | Double of int * block_tree * block_tree

(* The blocks of a tree, each before those below it. *)
let[@predicate] rec preorder (t : block_tree) : int list =
  match t with
  | Last x -> [ x ]
  | Single (x, below) -> x :: preorder below
  | Double (x, left, right) -> x :: (preorder left @ preorder right)

let[@predicate] rec without (l : int list) (x : int) : int list =
  match l with [] -> [] | y :: rest -> if y = x then rest else y :: without rest x

(* The same blocks in any order. *)
let[@predicate] rec permutation (l : int list) (blocks : int list) : bool =
  match l with
  | [] -> blocks = []
  | x :: rest -> mem blocks x && permutation rest (without blocks x)

let rec block (blocks : int list) : int =
  match blocks with
  | [] -> err ()
  | [ x ] -> x
  | x :: rest -> if bool_gen () then x else block rest
[@@covers {| blocks:{v:int list | true} -> [v:int | mem blocks v] |}]
[@@measure len blocks]

let[@lemma] without_is_shorter (l : int list) (x : int) =
  (mem l x) ==> (len (without l x) = len l - 1)

let rec permuted (blocks : int list) : int list =
  match blocks with
  | [] -> []
  | _ :: _ ->
      let x = block blocks in
      let rest = permuted (without blocks x) in
      x :: rest
[@@covers {| blocks:{v:int list | true} -> [v:int list | permutation v blocks] |}]
[@@measure len blocks]

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

let rec tree_of_list (size : int) (l : int list) : block_tree =
  match l with
  | [] -> err ()
  | x :: rest ->
      if size <= 0 then err ()
      else if rest = [] then Last x
      else if bool_gen () then Single (x, tree_of_list (size - 1) rest)
      else
        let front, back = cut rest in
        let left = tree_of_list (size - 1) front in
        let right = tree_of_list (size - 1) back in
        Double (x, left, right)
[@@covers {| size:{v:int | true} -> l:{v:int list | len v <= size} -> [v:block_tree | preorder v = l] |}]
[@@measure size]

let block_trees (blocks : int list) : block_tree =
  let order = permuted blocks in
  tree_of_list (len order) order
[@@covers {| blocks:{v:int list | true} -> [v:block_tree | permutation (preorder v) blocks] |}]
