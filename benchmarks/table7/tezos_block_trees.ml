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
  [v:block_tree * int list | blocks_then (fst v) (snd v) = l]
|}]
[@@measure size]

let block_trees (blocks : int list) : block_tree =
  let order = permuted blocks in
  let tree, left_over = front_tree (len order) order in
  if left_over = [] then tree else err ()
[@@covers {| blocks:{v:int list | true} -> [v:block_tree | permutation (blocks_then v []) blocks] |}]
