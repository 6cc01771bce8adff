(* Insertion into a red-black tree.
   expect: none found: add, insert *)

type colour = Red | Black
type tree = Leaf | Node of colour * tree * int * tree

let[@predicate] is_red (t : tree) : bool = match t with Leaf -> false | Node (c, l, x, r) -> c = Red

(* Black nodes on the way to the leftmost leaf. *)
let[@predicate] rec black (t : tree) : int =
  match t with Leaf -> 0 | Node (c, l, x, r) -> if c = Black then 1 + black l else black l

let[@predicate] rec balanced (t : tree) : bool =
  match t with
  | Leaf -> true
  | Node (c, l, x, r) -> black l = black r && balanced l && balanced r

let[@predicate] rec no_red_red (t : tree) : bool =
  match t with
  | Leaf -> true
  | Node (c, l, x, r) ->
      no_red_red l && no_red_red r && (c = Black || ((not (is_red l)) && not (is_red r)))

let[@predicate] rec has (t : tree) (k : int) : bool =
  match t with Leaf -> false | Node (c, l, x, r) -> x = k || has l k || has r k

let[@predicate] rec all_below (t : tree) (k : int) : bool =
  match t with Leaf -> true | Node (c, l, x, r) -> x < k && all_below l k && all_below r k

let[@predicate] rec all_above (t : tree) (k : int) : bool =
  match t with Leaf -> true | Node (c, l, x, r) -> k < x && all_above l k && all_above r k

let[@predicate] rec ordered (t : tree) : bool =
  match t with
  | Leaf -> true
  | Node (c, l, x, r) -> all_below l x && all_above r x && ordered l && ordered r

let balance_left (l : tree) (x : int) (r : tree) : tree =
  match l with
  | Node (Red, Node (Red, a, p, b), q, c) -> Node (Red, Node (Black, a, p, b), q, Node (Black, c, x, r))
  | Node (Red, a, p, Node (Red, b, q, c)) -> Node (Red, Node (Black, a, p, b), q, Node (Black, c, x, r))
  | _ -> Node (Black, l, x, r)

let balance_right (l : tree) (x : int) (r : tree) : tree =
  match r with
  | Node (Red, Node (Red, b, p, c), q, d) -> Node (Red, Node (Black, l, x, b), p, Node (Black, c, q, d))
  | Node (Red, b, p, Node (Red, c, q, d)) -> Node (Red, Node (Black, l, x, b), p, Node (Black, c, q, d))
  | _ -> Node (Black, l, x, r)

let rec add (k : int) (t : tree) : tree =
  match t with
  | Leaf -> Node (Red, Leaf, k, Leaf)
  | Node (c, l, x, r) ->
      if k < x then if c = Black then balance_left (add k l) x r else Node (Red, add k l, x, r)
      else if x < k then if c = Black then balance_right l x (add k r) else Node (Red, l, x, add k r)
      else t
[@@covers {|
  k:int -> t:{v:tree | ordered v && balanced v && no_red_red v} ->
  {v:tree | has v k}
|}]

let insert (k : int) (t : tree) : tree =
  match add k t with Leaf -> Leaf | Node (c, l, x, r) -> Node (Black, l, x, r)
[@@covers {|
  k:int -> t:{v:tree | ordered v && balanced v && no_red_red v && not (is_red v)} ->
  {v:tree | ordered v && balanced v && no_red_red v && not (is_red v)
            && forall u:int. has v u <=> (u = k || has t u)}
|}]
