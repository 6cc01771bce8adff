(* Search trees between two bounds. *)
(* expect: valid *)
(* level: 3 *)
type tree = Leaf | Node of tree * int * tree
let[@predicate] rec between (lo : int) (hi : int) (t : tree) : bool =
  match t with Leaf -> true | Node (l, x, r) -> lo <= x && x <= hi && between lo (x - 1) l && between (x + 1) hi r
let rec bst lo hi =
  let open QCheck.Gen in
  if lo > hi then return Leaf
  else
    let* stop = bool in
    if stop then return Leaf
    else
      let* x = int_range lo hi in
      let* l = bst lo (x - 1) in
      let+ r = bst (x + 1) hi in
      Node (l, x, r)
[@@covers {| lo:int -> hi:int -> [v:tree | between lo hi v] |}]
