(* Every tree with [height] black nodes on each path and no red node below
   a red one; with [black_root], only those whose root is not red. [fuel] is determined by the
   other two and decreases at every call. Without a leaf where the root may be red. *)
(* expect: rejected *)
(* missing: red_black_tree 1 false 0 => Rbtleaf *)
open Covenant_runtime

let rec red_black_tree (fuel : int) (black_root : bool) (height : int) : int rbtree =
  if height = 0 then
    if black_root then Rbtleaf
    else if bool_gen () then err ()
    else Rbtnode (true, Rbtleaf, int_gen (), Rbtleaf)
  else if black_root then
    Rbtnode
      ( false,
        red_black_tree (fuel - 1) false (height - 1),
        int_gen (),
        red_black_tree (fuel - 1) false (height - 1) )
  else if bool_gen () then
    Rbtnode
      ( true,
        red_black_tree (fuel - 1) true height,
        int_gen (),
        red_black_tree (fuel - 1) true height )
  else
    Rbtnode
      ( false,
        red_black_tree (fuel - 2) false (height - 1),
        int_gen (),
        red_black_tree (fuel - 2) false (height - 1) )
[@@covers {|
  fuel:{v:int | 0 <= v} -> black_root:{v:bool | true} ->
  height:{v:int | 0 <= v && (black_root ==> fuel = 2 * v)
                         && ((not black_root) ==> fuel = 2 * v + 1)} ->
  [v:int rbtree | num_black v = height && no_red_red v
                  && (black_root ==> not (rb_root_color v true))]
|}]
[@@measure fuel]
