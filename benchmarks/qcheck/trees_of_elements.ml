(* A function from generators of elements to generators of trees, with the recursion in it. *)
(* expect: valid *)
(* level: 3 *)
type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

let rec height = function Leaf -> 0 | Node (l, _, r) -> 1 + max (height l) (height r)

let tree_gen element =
  QCheck.Gen.(
    sized_size (int_bound 5) @@ fix (fun self n ->
      if n = 0 then return Leaf
      else oneof [ return Leaf; map3 (fun l x r -> Node (l, x, r)) (self (n - 1)) element (self (n - 1)) ]))

let bools = tree_gen QCheck.Gen.bool
[@@covers {| [v:bool tree | height v <= 5] |}]
