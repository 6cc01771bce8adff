(* At height 0 the red node with two leaves is forgotten. *)
(* expect: rejected *)
(* missing: red_black_tree 1 false 0 => Rbtnode (true, Rbtleaf, 0, Rbtleaf) *)
open Covenant_runtime

let rec red_black_tree (fuel : int) (black_root : bool) (height : int) : int rbtree =
  if height = 0 then
    Rbtleaf
  else if black_root then
    let left = red_black_tree (fuel - 1) false (height - 1) in
    let right = red_black_tree (fuel - 1) false (height - 1) in
    let root = int_gen () in
    Rbtnode (false, left, root, right)
  else if bool_gen () then
    let left = red_black_tree (fuel - 1) true height in
    let right = red_black_tree (fuel - 1) true height in
    let root = int_gen () in
    Rbtnode (true, left, root, right)
  else
    let left = red_black_tree (fuel - 2) false (height - 1) in
    let right = red_black_tree (fuel - 2) false (height - 1) in
    let root = int_gen () in
    Rbtnode (false, left, root, right)
[@@covers {|
  fuel:{v:int | 0 <= v} -> black_root:{v:bool | true} ->
  height:{v:int | 0 <= v && (black_root ==> fuel = 2 * v)
                         && ((not black_root) ==> fuel = 2 * v + 1)} ->
  [v:int rbtree | num_black v = height && no_red_red v
                  && (black_root ==> not (rb_root_color v true))]
|}]
[@@measure fuel]
