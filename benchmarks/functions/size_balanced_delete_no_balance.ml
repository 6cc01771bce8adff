(* Deletion on the right that does not balance.
   expect: found: delete 2 (Bin (4, Bin (2, Tip, -1, Bin (1, Tip, 0, Tip)), 1, Bin (1, Tip, 2, Tip))) returns Bin (3, Bin (2, Tip, -1, Bin (1, Tip, 0, Tip)), 1, Tip) *)

(* Each node has the number of keys in it, as in Haskell's Data.Map. *)
type map = Tip | Bin of int * map * int * map

let[@predicate] rec count (m : map) : int =
  match m with Tip -> 0 | Bin (n, l, k, r) -> 1 + count l + count r

let[@predicate] rec sized (m : map) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> n = 1 + count l + count r && sized l && sized r

let[@predicate] rec near (m : map) : bool =
  match m with
  | Tip -> true
  | Bin (n, l, k, r) ->
      (count l + count r <= 1 || (count l <= 3 * count r && count r <= 3 * count l)) && near l && near r

let[@predicate] rec has (m : map) (x : int) : bool =
  match m with Tip -> false | Bin (n, l, k, r) -> k = x || has l x || has r x

let[@predicate] rec all_below (m : map) (x : int) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> k < x && all_below l x && all_below r x

let[@predicate] rec all_above (m : map) (x : int) : bool =
  match m with Tip -> true | Bin (n, l, k, r) -> x < k && all_above l x && all_above r x

let[@predicate] rec ordered (m : map) : bool =
  match m with
  | Tip -> true
  | Bin (n, l, k, r) -> all_below l k && all_above r k && ordered l && ordered r

let size (m : map) : int = match m with Tip -> 0 | Bin (n, l, k, r) -> n
let bin (l : map) (k : int) (r : map) : map = Bin (1 + size l + size r, l, k, r)

let rotate_left (l : map) (k : int) (r : map) : map =
  match r with
  | Tip -> bin l k r
  | Bin (n, rl, rk, rr) -> (
      if size rl < 2 * size rr then bin (bin l k rl) rk rr
      else match rl with Tip -> bin l k r | Bin (n, a, x, b) -> bin (bin l k a) x (bin b rk rr))

let rotate_right (l : map) (k : int) (r : map) : map =
  match l with
  | Tip -> bin l k r
  | Bin (n, ll, lk, lr) -> (
      if size lr < 2 * size ll then bin ll lk (bin lr k r)
      else match lr with Tip -> bin l k r | Bin (n, a, x, b) -> bin (bin ll lk a) x (bin b k r))

let balance (l : map) (k : int) (r : map) : map =
  if size l + size r <= 1 then bin l k r
  else if size r > 3 * size l then rotate_left l k r
  else if size l > 3 * size r then rotate_right l k r
  else bin l k r

let rec least (m : map) (otherwise : int) : int =
  match m with Tip -> otherwise | Bin (n, l, k, r) -> least l k
[@@covers {| m:{v:map | ordered v && sized v} -> otherwise:int -> {v:int | v = otherwise || has m v} |}]

let rec without_least (m : map) : map =
  match m with
  | Tip -> Tip
  | Bin (n, l, k, r) -> ( match l with Tip -> r | Bin (a, b, c, d) -> balance (without_least l) k r)
[@@covers {| m:{v:map | ordered v && sized v && near v} -> {v:map | ordered v && sized v && near v} |}]

let rec delete (x : int) (m : map) : map =
  match m with
  | Tip -> Tip
  | Bin (n, l, k, r) ->
      if x < k then balance (delete x l) k r
      else if k < x then bin l k (delete x r)
      else ( match r with Tip -> l | Bin (a, b, c, d) -> balance l (least r k) (without_least r))
[@@covers {|
  x:int -> m:{v:map | ordered v && sized v && near v} ->
  {v:map | ordered v && sized v && near v && forall u:int. has v u <=> (has m u && u <> x)}
|}]
