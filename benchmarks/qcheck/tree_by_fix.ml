(* `sized` and `fix`, one less each time. *)
(* expect: valid *)
(* level: 3 *)
open QCheck

type tree = Leaf | Node of tree * int * tree

let[@predicate] rec height (t : tree) : int =
  match t with Leaf -> 0 | Node (l, _, r) -> 1 + max (height l) (height r)

let[@predicate] rec digits (t : tree) : bool =
  match t with Leaf -> true | Node (l, x, r) -> 0 <= x && x <= 9 && digits l && digits r

let tree =
  Gen.(
    sized @@ fix (fun self n ->
      match n with
      | 0 -> return Leaf
      | n ->
        frequency
          [ (1, return Leaf);
            (3, map3 (fun l x r -> Node (l, x, r)) (self (n - 1)) (int_range 0 9) (self (n - 1))) ]))
[@@covers {| [v:tree | height v <= 9999 && digits v] |}]
