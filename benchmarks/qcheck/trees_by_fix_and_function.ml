(* `fix (fun self -> function …)`. *)
(* expect: valid *)
(* level: 3 *)
open QCheck2
type 'a tree = Leaf | Node of 'a * 'a tree * 'a tree
type t = int tree
let[@predicate] rec height (t : int tree) : int = match t with Leaf -> 0 | Node (_, l, r) -> 1 + max (height l) (height r)
let gen_tree =
  let open Gen in
  sized @@ fix (fun self -> function
    | 0 -> pure Leaf
    | n -> oneof [ pure Leaf; map3 (fun x l r -> Node (x, l, r)) int (self (n / 2)) (self (n / 2)) ])
[@@covers {| [v:int tree | height v <= 14] |}]
