(* `sized` and `fix`, half as much each time: height 14 at most. *)
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
    sized (fix (fun self n ->
      if n = 0 then return Leaf
      else
        oneof
          [ return Leaf;
            map3 (fun l x r -> Node (l, x, r)) (self (n / 2)) (0 -- 9) (self (n / 2)) ])))
[@@covers {| [v:tree | height v <= 14 && digits v] |}]
