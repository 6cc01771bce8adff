(* The right child is always a leaf. *)
(* expect: rejected *)
(* missing: tree 2 () => Node (Leaf, 0, Node (Leaf, 0, Leaf)) *)
open QCheck

type tree = Leaf | Node of tree * int * tree

let[@predicate] rec height (t : tree) : int =
  match t with Leaf -> 0 | Node (l, _, r) -> 1 + max (height l) (height r)

let[@predicate] rec digits (t : tree) : bool =
  match t with Leaf -> true | Node (l, x, r) -> 0 <= x && x <= 9 && digits l && digits r

let rec tree n =
  let open Gen in
  if n <= 0 then return Leaf
  else
    oneof
      [ return Leaf;
        map2 (fun l x -> Node (l, x, Leaf)) (tree (n - 1)) (int_range 0 9) ]
[@@covers {| n:{v:int | 0 <= v} -> [v:tree | height v <= n && digits v] |}]
