(* Trees and functions on them: an environment for
   `covenant terms --env elaborator/terms/env/trees.ml --type 'int tree -> int tree'`. *)

type 'a tree = Leaf | Node of 'a tree * 'a * 'a tree

val ( + ) : int -> int -> int
val ( < ) : int -> int -> bool
val max : int -> int -> int

let rec size (t : 'a tree) : int = match t with Leaf -> 0 | Node (l, _, r) -> size l + 1 + size r

let rec map (f : 'a -> 'b) (t : 'a tree) : 'b tree =
  match t with Leaf -> Leaf | Node (l, x, r) -> Node (map f l, f x, map f r)

let rec fold (f : 'b -> 'a -> 'b -> 'b) (leaf : 'b) (t : 'a tree) : 'b =
  match t with Leaf -> leaf | Node (l, x, r) -> f (fold f leaf l) x (fold f leaf r)

let single (x : 'a) : 'a tree = Node (Leaf, x, Leaf)
let mirror (t : 'a tree) : 'a tree = fold (fun l x r -> Node (r, x, l)) Leaf t
