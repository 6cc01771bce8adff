(* On the left the labels are below zero, on the right they are not. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: step 0 => Left_of (0, Leaf) *)
(* missing: path 1 0 => [ Left_of (0, Leaf) ] *)
(* missing: zipper 1 0 => { focus = Leaf; path = [ Left_of (0, Leaf) ] } *)
open Covenant_runtime

type step = Left_of of int * int tree | Right_of of int tree * int
type zipper = { focus : int tree; path : step list }

let[@predicate] step_within (s : step) (n : int) : bool =
  match s with Left_of (_, sibling) | Right_of (sibling, _) -> depth sibling <= n

let[@predicate] rec path_within (p : step list) (n : int) : bool =
  match p with [] -> true | s :: rest -> step_within s n && path_within rest n

let rec subtree (n : int) : int tree =
  if n = 0 || bool_gen () then Leaf
  else Node (int_gen (), subtree (n - 1), subtree (n - 1))
[@@covers {| n:{v:int | 0 <= v} -> [v:int tree | depth v <= n] |}]

let step (n : int) : step =
  let sibling = subtree n and label = int_gen () in
  if label < 0 then Left_of (label, sibling) else Right_of (sibling, label)
[@@covers {| n:{v:int | 0 <= v} -> [v:step | step_within v n] |}]

let rec path (m : int) (n : int) : step list =
  if m = 0 || bool_gen () then [] else step n :: path (m - 1) n
[@@covers {| m:{v:int | 0 <= v} -> n:{v:int | 0 <= v} ->
  [v:step list | len v <= m && path_within v n] |}]

let zipper (m : int) (n : int) : zipper = { focus = subtree n; path = path m n }
[@@covers {| m:{v:int | 0 <= v} -> n:{v:int | 0 <= v} ->
  [v:zipper | depth v.focus <= n && len v.path <= m && path_within v.path n] |}]
