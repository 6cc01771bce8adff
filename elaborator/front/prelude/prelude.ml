(* The prelude: names that every file may use. It is written in the dialect that
   it serves. A predicate is a total function by structural recursion; a lemma is
   proved by whoever uses it; there is no axiom here. Where published files use a
   relation, such as [hd l x], it is a boolean function of two arguments. The
   comment before a definition is its line in docs/LANGUAGE.md. *)

(* --- integers --- *)

(* The larger of two integers. *)
let[@predicate] max (a : int) (b : int) : int = if a <= b then b else a

(* The smaller of two integers. *)
let[@predicate] min (a : int) (b : int) : int = if a <= b then a else b

(* The distance from 0. *)
let[@predicate] abs (a : int) : int = if 0 <= a then a else 0 - a

(* The next integer. *)
let[@predicate] succ (a : int) : int = a + 1

(* The integer before. *)
let[@predicate] pred (a : int) : int = a - 1

(* Drops a value; the argument is evaluated all the same. For programs. *)
let ignore (_ : 'a) : unit = ()

(* --- pairs and options --- *)

(* A value, or none. *)
type 'a option = None | Some of 'a

(* A value, or an error. *)
type ('a, 'e) result = Ok of 'a | Error of 'e

(* The first component of a pair. *)
let[@predicate] fst (p : 'a * 'b) : 'a = match p with x, _ -> x

(* The second component of a pair. *)
let[@predicate] snd (p : 'a * 'b) : 'b = match p with _, y -> y

(* There is no value. *)
let[@predicate] is_none (o : 'a option) : bool = match o with None -> true | Some _ -> false

(* There is a value. *)
let[@predicate] is_some (o : 'a option) : bool = match o with None -> false | Some _ -> true

(* --- texts: nothing is known about them but that they have a length --- *)

(* The length of a string; nothing is known about it. *)
val string_len : string -> int

(* The character is a digit; nothing is known about it. *)
val char_is_digit : char -> bool

(* --- lists --- *)

(* Lists. *)
type 'a list = [] | ( :: ) of 'a * 'a list

(* The number of elements. *)
let[@predicate] rec len (l : 'a list) : int = match l with [] -> 0 | _ :: t -> 1 + len t
let[@predicate] list_len = len
let[@predicate] list_length = len

(* [x] is an element of [l]. (The arguments of [List.mem] are the other way round.) *)
let[@predicate] rec mem (l : 'a list) (x : 'a) : bool =
  match l with [] -> false | y :: t -> y = x || mem t x

let[@predicate] list_mem = mem

(* [l] is not empty and begins with [x]. *)
let[@predicate] hd (l : 'a list) (x : 'a) : bool =
  match l with [] -> false | y :: _ -> y = x

(* [l] is not empty and [rest] is what follows its first element. *)
let[@predicate] tl (l : 'a list) (rest : 'a list) : bool =
  match l with [] -> false | _ :: t -> t = rest

(* Each element is at most the next one. *)
let[@predicate] rec sorted (l : int list) : bool =
  match l with
  | [] -> true
  | x :: t -> (match t with [] -> true | y :: _ -> x <= y) && sorted t

(* No element occurs twice. *)
let[@predicate] rec uniq (l : 'a list) : bool =
  match l with [] -> true | x :: t -> (not (mem t x)) && uniq t

(* [l] has [x] at position [n], counted from 0. *)
let[@predicate] rec list_nth_pred (l : 'a list) (n : int) (x : 'a) : bool =
  match l with [] -> false | y :: t -> if n = 0 then y = x else list_nth_pred t (n - 1) x

let[@predicate] list_index = list_nth_pred

(* [x] is the second component of some pair in [l]. *)
let[@predicate] rec list_snd_mem (l : (int * 'a) list) (x : 'a) : bool =
  match l with [] -> false | p :: t -> snd p = x || list_snd_mem t x

(* The elements of [a], then those of [b]. *)
let[@predicate] rec ( @ ) (a : 'a list) (b : 'a list) : 'a list =
  match a with [] -> b | x :: t -> x :: (t @ b)

let[@predicate] append = ( @ )

(* [ab] is [a @ b]. *)
let[@predicate] list_concat (a : 'a list) (b : 'a list) (ab : 'a list) : bool = a @ b = ab

(* The element at position [n], counted from 0; fails if there is none. For programs. *)
let rec list_nth (l : 'a list) (n : int) : 'a =
  match l with [] -> err () | x :: t -> if n = 0 then x else list_nth t (n - 1)
[@@covers {| forall 'a. l:{v:'a list | true} -> n:{v:int | 0 <= v} -> [v:'a | list_nth_pred l n v] |}]
[@@measure len l]

(* A length is not negative. *)
let[@lemma] len_nonneg (l : 'a list) = 0 <= len l

(* The first element of a sorted list is the smallest. *)
let[@lemma] sorted_mem (x : int) (l : int list) (u : int) =
  (sorted (x :: l) && mem l u) ==> (x <= u)

(* The length of two lists put together. *)
let[@lemma] len_append (a : 'a list) (b : 'a list) = len (a @ b) = len a + len b

(* --- binary trees --- *)

(* Binary trees: element, left, right. *)
type 'a tree = Leaf | Node of 'a * 'a tree * 'a tree

(* The number of nodes on the longest path from the root. *)
let[@predicate] rec depth (t : 'a tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + max (depth l) (depth r)

(* [t] is not a leaf and has [x] at its root. *)
let[@predicate] root (t : 'a tree) (x : 'a) : bool =
  match t with Leaf -> false | Node (y, _, _) -> y = x

(* [t] is not a leaf and [l] is its left child. *)
let[@predicate] lch (t : 'a tree) (l : 'a tree) : bool =
  match t with Leaf -> false | Node (_, child, _) -> child = l

(* [t] is not a leaf and [r] is its right child. *)
let[@predicate] rch (t : 'a tree) (r : 'a tree) : bool =
  match t with Leaf -> false | Node (_, _, child) -> child = r

(* [x] is an element of [t]. *)
let[@predicate] rec tree_mem (t : 'a tree) (x : 'a) : bool =
  match t with
  | Leaf -> false
  | Node (y, l, r) -> y = x || tree_mem l x || tree_mem r x

(* All elements of [t] are smaller than [x]. *)
let[@predicate] rec tree_all_lt (t : int tree) (x : int) : bool =
  match t with
  | Leaf -> true
  | Node (y, l, r) -> y < x && tree_all_lt l x && tree_all_lt r x

(* All elements of [t] are larger than [x]. *)
let[@predicate] rec tree_all_gt (t : int tree) (x : int) : bool =
  match t with
  | Leaf -> true
  | Node (y, l, r) -> x < y && tree_all_gt l x && tree_all_gt r x

(* A binary search tree without duplicates: left of a node smaller, right of it larger. *)
let[@predicate] rec bst (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> tree_all_lt l x && tree_all_gt r x && bst l && bst r

(* [t] is a leaf, or its root is at most [x]. *)
let[@predicate] tree_root_le (t : int tree) (x : int) : bool =
  match t with Leaf -> true | Node (y, _, _) -> y <= x

(* A heap with the largest element at the root; equal elements are allowed. *)
let[@predicate] rec heap (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> tree_root_le l x && tree_root_le r x && heap l && heap r

(* The two children of every node have the same depth: all levels are full. *)
let[@predicate] rec complete (t : 'a tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) -> depth l = depth r && complete l && complete r

(* The number of nodes; leaves do not count. *)
let[@predicate] rec tree_num_node (t : 'a tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + tree_num_node l + tree_num_node r

(* A depth is not negative. *)
let[@lemma] depth_nonneg (t : 'a tree) = 0 <= depth t

(* A number of nodes is not negative. *)
let[@lemma] tree_num_node_nonneg (t : 'a tree) = 0 <= tree_num_node t

(* What [tree_all_lt] says about one element. *)
let[@lemma] tree_all_lt_mem (t : int tree) (x : int) (u : int) =
  (tree_all_lt t x && tree_mem t u) ==> (u < x)

(* What [tree_all_gt] says about one element. *)
let[@lemma] tree_all_gt_mem (t : int tree) (x : int) (u : int) =
  (tree_all_gt t x && tree_mem t u) ==> (x < u)

(* The root bounds all elements of a heap. *)
let[@lemma] heap_mem (t : int tree) (x : int) (u : int) =
  (heap t && tree_root_le t x && tree_mem t u) ==> (u <= x)

(* --- red-black trees: true is red --- *)

(* Red-black trees: colour (true is red), left, element, right. *)
type 'a rbtree = Rbtleaf | Rbtnode of bool * 'a rbtree * 'a * 'a rbtree

(* [t] is a leaf. *)
let[@predicate] rb_leaf (t : 'a rbtree) : bool =
  match t with Rbtleaf -> true | Rbtnode _ -> false

(* [t] is not a leaf and its root has the colour [c]. *)
let[@predicate] rb_root_color (t : 'a rbtree) (c : bool) : bool =
  match t with Rbtleaf -> false | Rbtnode (d, _, _, _) -> d = c

(* [t] is not a leaf and has [x] at its root. *)
let[@predicate] rb_root (t : 'a rbtree) (x : 'a) : bool =
  match t with Rbtleaf -> false | Rbtnode (_, _, y, _) -> y = x

(* [t] is not a leaf and [l] is its left child. *)
let[@predicate] rb_lch (t : 'a rbtree) (l : 'a rbtree) : bool =
  match t with Rbtleaf -> false | Rbtnode (_, child, _, _) -> child = l

(* [t] is not a leaf and [r] is its right child. *)
let[@predicate] rb_rch (t : 'a rbtree) (r : 'a rbtree) : bool =
  match t with Rbtleaf -> false | Rbtnode (_, _, _, child) -> child = r

(* No red node has a red child. *)
let[@predicate] rec no_red_red (t : 'a rbtree) : bool =
  match t with
  | Rbtleaf -> true
  | Rbtnode (red, l, _, r) ->
      ((not red) || ((not (rb_root_color l true)) && not (rb_root_color r true)))
      && no_red_red l && no_red_red r

(* The number of black nodes on every path, or -1 when two paths disagree. *)
let[@predicate] rec num_black (t : 'a rbtree) : int =
  match t with
  | Rbtleaf -> 0
  | Rbtnode (red, l, _, r) ->
      if num_black l = num_black r && 0 <= num_black l then
        if red then num_black l else 1 + num_black l
      else -1

(* [num_black] is -1 or not negative. *)
let[@lemma] num_black_bound (t : 'a rbtree) = -1 <= num_black t

(* --- streams --- *)

(* A suspended value. Nothing is lazy here: it is a value in a box. *)
type 'a lazyty = Lazyty of 'a

(* Streams; they are finite, like all values. *)
type 'a stream = Streamnil | Streamlazycons of 'a * 'a stream lazyty

(* The value in the box. *)
let[@predicate] forc (suspended : 'a lazyty) : 'a = match suspended with Lazyty x -> x

(* The number of elements. *)
let[@predicate] rec stream_len (s : 'a stream) : int =
  match s with
  | Streamnil -> 0
  | Streamlazycons (_, Lazyty rest) -> 1 + stream_len rest

(* [s] is not empty and begins with [x]. *)
let[@predicate] stream_hd (s : 'a stream) (x : 'a) : bool =
  match s with Streamnil -> false | Streamlazycons (y, _) -> y = x

(* [s] is not empty and [rest] is what follows its first element. *)
let[@predicate] stream_tl (s : 'a stream) (rest : 'a stream) : bool =
  match s with Streamnil -> false | Streamlazycons (_, suspended) -> forc suspended = rest

(* A length is not negative. *)
let[@lemma] stream_len_nonneg (s : 'a stream) = 0 <= stream_len s

(* --- leftist heaps: rank, element, left, right --- *)

(* Leftist heaps: rank, element, left, right. *)
type 'a leftisthp =
  | Lhpleaf
  | Lhpnode of int * 'a * 'a leftisthp * 'a leftisthp

(* The length of the left spine. *)
let[@predicate] rec leftisthp_depth (h : 'a leftisthp) : int =
  match h with Lhpleaf -> 0 | Lhpnode (_, _, l, _) -> 1 + leftisthp_depth l

(* [h] is not a leaf and [rank] is written at its root. *)
let[@predicate] leftisthp_rank (h : 'a leftisthp) (rank : int) : bool =
  match h with Lhpleaf -> false | Lhpnode (r, _, _, _) -> r = rank

(* [h] is not a leaf and has [x] at its root. *)
let[@predicate] leftisthp_root (h : 'a leftisthp) (x : 'a) : bool =
  match h with Lhpleaf -> false | Lhpnode (_, y, _, _) -> y = x

(* [h] is not a leaf and [l] is its left child. *)
let[@predicate] leftisthp_lch (h : 'a leftisthp) (l : 'a leftisthp) : bool =
  match h with Lhpleaf -> false | Lhpnode (_, _, child, _) -> child = l

(* [h] is not a leaf and [r] is its right child. *)
let[@predicate] leftisthp_rch (h : 'a leftisthp) (r : 'a leftisthp) : bool =
  match h with Lhpleaf -> false | Lhpnode (_, _, _, child) -> child = r

(* A depth is not negative. *)
let[@lemma] leftisthp_depth_nonneg (h : 'a leftisthp) = 0 <= leftisthp_depth h

(* --- simply typed lambda terms; a variable is the position of its type in the
   context --- *)

(* Types: numbers and functions. *)
type stlc_ty = Stlc_ty_nat | Stlc_ty_arr of stlc_ty * stlc_ty

(* Terms: a constant, a variable, an application, an abstraction with the type of its argument. *)
type stlc_term =
  | Stlc_const of int
  | Stlc_id of int
  | Stlc_app of stlc_term * stlc_term
  | Stlc_abs of stlc_ty * stlc_term

(* [t] is a constant. *)
let[@predicate] is_const (t : stlc_term) : bool =
  match t with Stlc_const _ -> true | _ -> false

(* [t] is a variable. *)
let[@predicate] is_var (t : stlc_term) : bool = match t with Stlc_id _ -> true | _ -> false

(* [t] is an application. *)
let[@predicate] is_app (t : stlc_term) : bool = match t with Stlc_app _ -> true | _ -> false

(* [t] is an abstraction. *)
let[@predicate] is_abs (t : stlc_term) : bool = match t with Stlc_abs _ -> true | _ -> false

(* The number of applications in a term. *)
let[@predicate] rec num_app (t : stlc_term) : int =
  match t with
  | Stlc_const _ -> 0
  | Stlc_id _ -> 0
  | Stlc_app (f, a) -> 1 + num_app f + num_app a
  | Stlc_abs (_, body) -> num_app body

(* How many arrows a type has. *)
let[@predicate] rec num_arr (ty : stlc_ty) : int =
  match ty with
  | Stlc_ty_nat -> 0
  | Stlc_ty_arr (argument, result) -> 1 + num_arr argument + num_arr result

(* [t] has the type [ty] in the context [gamma]. *)
let[@predicate] rec typing (gamma : stlc_ty list) (t : stlc_term) (ty : stlc_ty) : bool =
  match t with
  | Stlc_const _ -> ty = Stlc_ty_nat
  | Stlc_id n -> list_nth_pred gamma n ty
  | Stlc_app (f, a) ->
      fun ((from [@ex]) : stlc_ty) ->
        typing gamma f (Stlc_ty_arr (from, ty)) && typing gamma a from
  | Stlc_abs (from, body) ->
      fun ((result [@ex]) : stlc_ty) ->
        ty = Stlc_ty_arr (from, result) && typing (from :: gamma) body result

(* Published files leave open what this combined measure is; nothing is known about it. *)
val stlc_measure : stlc_ty -> int -> int -> bool

(* A number of applications is not negative. *)
let[@lemma] num_app_nonneg (t : stlc_term) = 0 <= num_app t

(* A number of arrows is not negative. *)
let[@lemma] num_arr_nonneg (ty : stlc_ty) = 0 <= num_arr ty
