(* Tezos: block trees from a list of blocks. The repaired generator permutes the list before it
   cuts it into subtrees, so that every tree of exactly these blocks comes out. *)
(* expect: valid *)
open Covenant_runtime

type block_tree =
  | Last of int
  | Single of int * block_tree
  | Double of int * block_tree * block_tree

(* The blocks of a tree, each before those below it, and then [rest]. *)
let[@predicate] rec blocks_then (t : block_tree) (rest : int list) : int list =
  match t with
  | Last x -> x :: rest
  | Single (x, below) -> x :: blocks_then below rest
  | Double (x, left, right) -> x :: blocks_then left (blocks_then right rest)

let[@lemma] blocks_are_more (t : block_tree) (rest : int list) =
  len rest < len (blocks_then t rest)

(* [rest] is [blocks] without one occurrence of [x]. *)
let[@predicate] rec taken (blocks : int list) (x : int) (rest : int list) : bool =
  match blocks with
  | [] -> false
  | y :: others -> (
      (y = x && rest = others)
      || match rest with [] -> false | z :: less -> z = y && taken others x less)

let[@lemma] taken_is_one (blocks : int list) (x : int) (rest : int list) =
  taken blocks x rest ==> (len rest = len blocks - 1)

(* The same blocks in any order. *)
let[@predicate] rec permutation (l : int list) (blocks : int list) : bool =
  match l with
  | [] -> blocks = []
  | x :: others -> fun ((rest [@ex]) : int list) -> taken blocks x rest && permutation others rest

let rec take (blocks : int list) : int * int list =
  match blocks with
  | [] -> err ()
  | y :: others ->
      if bool_gen () then (y, others)
      else
        let x, rest = take others in
        (x, y :: rest)
[@@covers {| blocks:{v:int list | true} -> [v:int * int list | taken blocks (fst v) (snd v)] |}]
[@@measure len blocks]

let rec permuted (blocks : int list) : int list =
  match blocks with
  | [] -> []
  | _ :: _ ->
      let x, rest = take blocks in
      let others = permuted rest in
      x :: others
[@@covers {| blocks:{v:int list | true} -> [v:int list | permutation v blocks] |}]
[@@measure len blocks]

let[@predicate] front_of (part : block_tree * int list) (l : int list) : bool =
  match part with tree, rest -> blocks_then tree rest = l

(* Every tree of the first blocks of a list, with the blocks that are left. *)
let rec front_tree (size : int) (l : int list) : block_tree * int list =
  match l with
  | [] -> err ()
  | x :: rest ->
      if size <= 0 then err ()
      else if bool_gen () then (Last x, rest)
      else if bool_gen () then
        let below, left_over = front_tree (size - 1) rest in
        (Single (x, below), left_over)
      else
        let left, others = front_tree (size - 1) rest in
        let right, left_over = front_tree (size - 1) others in
        (Double (x, left, right), left_over)
[@@covers {|
  size:{v:int | true} -> l:{v:int list | len v <= size} ->
  [v:block_tree * int list | front_of v l]
|}]
[@@measure size]

let block_trees (blocks : int list) : block_tree =
  let order = permuted blocks in
  let tree, left_over = front_tree (len order) order in
  if left_over = [] then tree else err ()
[@@covers {| blocks:{v:int list | true} -> [v:block_tree | permutation (blocks_then v []) blocks] |}]
