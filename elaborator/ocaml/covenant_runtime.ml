(* The OCaml side of a Covenant source file: primitive generators, the prelude's
   datatypes and the prelude's predicates, so that every benchmark and example
   compiles and runs with the plain OCaml compiler. Covenant itself does not read
   this file: it has the same names built in, with the same meaning.

   What the generators draw from is in Covenant_draws, out of reach of programs. *)

exception Err

(* The failing term, usable at every type. *)
let err () = raise Err

(* --- primitive generators --- *)

type 'a gen = unit -> 'a

let int_gen () : int = !Covenant_draws.any_int ()
let bool_gen () : bool = !Covenant_draws.choice 2 = 0
let nat_gen () : int = abs (!Covenant_draws.any_int ())

(* Both ends included; no value at all when the range is empty. *)
let int_range (lo : int) (hi : int) : int =
  if hi < lo then err () else lo + !Covenant_draws.choice (hi - lo + 1)

let int_range_inc = int_range
let int_range_inex (lo : int) (hi : int) : int = int_range lo (hi - 1)

(* Both operands are values here, so this is the papers' choice operator. *)
let choose (left : 'a) (right : 'a) : 'a = if bool_gen () then left else right
let ( <+> ) = choose

(* The connectives of formulas, for lemmas. *)
let ( ==> ) (a : bool) (b : bool) : bool = (not a) || b
let implies = ( ==> )
let ( <=> ) (a : bool) (b : bool) : bool = a = b
let iff = ( <=> )

(* Any float, of any magnitude. *)
let float_gen () : float = !Covenant_draws.any_float ()

let char_gen () : char = Char.chr (!Covenant_draws.choice 256)
let string_gen () : string = String.init (!Covenant_draws.choice 10) (fun _ -> char_gen ())

let ( >>= ) (g : 'a gen) (f : 'a -> 'b gen) : 'b gen =
 fun () ->
  let x = g () in
  f x ()

let ( >|= ) (g : 'a gen) (f : 'a -> 'b) : 'b gen = fun () -> f (g ())

(* --- lists --- *)

let rec len (l : 'a list) : int = match l with [] -> 0 | _ :: t -> 1 + len t
let list_len = len
let list_length = len

let rec mem (l : 'a list) (x : 'a) : bool =
  match l with [] -> false | y :: t -> y = x || mem t x

let list_mem = mem
let hd (l : 'a list) (x : 'a) : bool = match l with [] -> false | y :: _ -> y = x

let tl (l : 'a list) (rest : 'a list) : bool =
  match l with [] -> false | _ :: t -> t = rest

let rec sorted (l : int list) : bool =
  match l with
  | [] -> true
  | x :: t -> (match t with [] -> true | y :: _ -> x <= y) && sorted t

let rec uniq (l : 'a list) : bool =
  match l with [] -> true | x :: t -> (not (mem t x)) && uniq t

let rec list_nth_pred (l : 'a list) (n : int) (x : 'a) : bool =
  match l with [] -> false | y :: t -> if n = 0 then y = x else list_nth_pred t (n - 1) x

let list_index = list_nth_pred

let rec list_snd_mem (l : (int * 'a) list) (x : 'a) : bool =
  match l with [] -> false | p :: t -> snd p = x || list_snd_mem t x

let append = ( @ )
let list_concat (a : 'a list) (b : 'a list) (ab : 'a list) : bool = a @ b = ab

let rec list_nth (l : 'a list) (n : int) : 'a =
  match l with [] -> err () | x :: t -> if n = 0 then x else list_nth t (n - 1)

(* --- options --- *)

let is_none (o : 'a option) : bool = match o with None -> true | Some _ -> false
let is_some (o : 'a option) : bool = match o with None -> false | Some _ -> true

(* --- binary trees --- *)

type 'a tree = Leaf | Node of 'a * 'a tree * 'a tree

let rec depth (t : 'a tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + max (depth l) (depth r)

let root (t : 'a tree) (x : 'a) : bool =
  match t with Leaf -> false | Node (y, _, _) -> y = x

let lch (t : 'a tree) (l : 'a tree) : bool =
  match t with Leaf -> false | Node (_, child, _) -> child = l

let rch (t : 'a tree) (r : 'a tree) : bool =
  match t with Leaf -> false | Node (_, _, child) -> child = r

let rec tree_mem (t : 'a tree) (x : 'a) : bool =
  match t with
  | Leaf -> false
  | Node (y, l, r) -> y = x || tree_mem l x || tree_mem r x

let rec tree_all_lt (t : int tree) (x : int) : bool =
  match t with
  | Leaf -> true
  | Node (y, l, r) -> y < x && tree_all_lt l x && tree_all_lt r x

let rec tree_all_gt (t : int tree) (x : int) : bool =
  match t with
  | Leaf -> true
  | Node (y, l, r) -> x < y && tree_all_gt l x && tree_all_gt r x

let rec bst (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> tree_all_lt l x && tree_all_gt r x && bst l && bst r

let tree_root_le (t : int tree) (x : int) : bool =
  match t with Leaf -> true | Node (y, _, _) -> y <= x

(* The largest element is at the root. *)
let rec heap (t : int tree) : bool =
  match t with
  | Leaf -> true
  | Node (x, l, r) -> tree_root_le l x && tree_root_le r x && heap l && heap r

let rec complete (t : 'a tree) : bool =
  match t with
  | Leaf -> true
  | Node (_, l, r) -> depth l = depth r && complete l && complete r

let rec tree_num_node (t : 'a tree) : int =
  match t with Leaf -> 0 | Node (_, l, r) -> 1 + tree_num_node l + tree_num_node r

(* --- red-black trees: true is red --- *)

type 'a rbtree = Rbtleaf | Rbtnode of bool * 'a rbtree * 'a * 'a rbtree

let rb_leaf (t : 'a rbtree) : bool = match t with Rbtleaf -> true | Rbtnode _ -> false

let rb_root (t : 'a rbtree) (x : 'a) : bool =
  match t with Rbtleaf -> false | Rbtnode (_, _, y, _) -> y = x

let rb_lch (t : 'a rbtree) (l : 'a rbtree) : bool =
  match t with Rbtleaf -> false | Rbtnode (_, child, _, _) -> child = l

let rb_rch (t : 'a rbtree) (r : 'a rbtree) : bool =
  match t with Rbtleaf -> false | Rbtnode (_, _, _, child) -> child = r

let rb_root_color (t : 'a rbtree) (c : bool) : bool =
  match t with Rbtleaf -> false | Rbtnode (d, _, _, _) -> d = c

let rec no_red_red (t : 'a rbtree) : bool =
  match t with
  | Rbtleaf -> true
  | Rbtnode (red, l, _, r) ->
      ((not red) || ((not (rb_root_color l true)) && not (rb_root_color r true)))
      && no_red_red l && no_red_red r

(* The number of black nodes on every path, or -1 when two paths disagree. *)
let rec num_black (t : 'a rbtree) : int =
  match t with
  | Rbtleaf -> 0
  | Rbtnode (red, l, _, r) ->
      if num_black l = num_black r && 0 <= num_black l then
        if red then num_black l else 1 + num_black l
      else -1

(* --- streams --- *)

type 'a lazyty = Lazyty of 'a
type 'a stream = Streamnil | Streamlazycons of 'a * 'a stream lazyty

let forc (suspended : 'a lazyty) : 'a = match suspended with Lazyty x -> x

let rec stream_len (s : 'a stream) : int =
  match s with
  | Streamnil -> 0
  | Streamlazycons (_, Lazyty rest) -> 1 + stream_len rest

let stream_hd (s : 'a stream) (x : 'a) : bool =
  match s with Streamnil -> false | Streamlazycons (y, _) -> y = x

let stream_tl (s : 'a stream) (rest : 'a stream) : bool =
  match s with Streamnil -> false | Streamlazycons (_, suspended) -> forc suspended = rest

(* --- leftist heaps: rank, element, left, right --- *)

type 'a leftisthp =
  | Lhpleaf
  | Lhpnode of int * 'a * 'a leftisthp * 'a leftisthp

(* The length of the left spine. *)
let rec leftisthp_depth (h : 'a leftisthp) : int =
  match h with Lhpleaf -> 0 | Lhpnode (_, _, l, _) -> 1 + leftisthp_depth l

let leftisthp_rank (h : 'a leftisthp) (rank : int) : bool =
  match h with Lhpleaf -> false | Lhpnode (r, _, _, _) -> r = rank

let leftisthp_root (h : 'a leftisthp) (x : 'a) : bool =
  match h with Lhpleaf -> false | Lhpnode (_, y, _, _) -> y = x

let leftisthp_lch (h : 'a leftisthp) (l : 'a leftisthp) : bool =
  match h with Lhpleaf -> false | Lhpnode (_, _, child, _) -> child = l

let leftisthp_rch (h : 'a leftisthp) (r : 'a leftisthp) : bool =
  match h with Lhpleaf -> false | Lhpnode (_, _, _, child) -> child = r

(* --- simply typed lambda terms; a variable is the position of its type in the context --- *)

type stlc_ty = Stlc_ty_nat | Stlc_ty_arr of stlc_ty * stlc_ty

type stlc_term =
  | Stlc_const of int
  | Stlc_id of int
  | Stlc_app of stlc_term * stlc_term
  | Stlc_abs of stlc_ty * stlc_term

let is_const (t : stlc_term) : bool = match t with Stlc_const _ -> true | _ -> false
let is_var (t : stlc_term) : bool = match t with Stlc_id _ -> true | _ -> false
let is_app (t : stlc_term) : bool = match t with Stlc_app _ -> true | _ -> false
let is_abs (t : stlc_term) : bool = match t with Stlc_abs _ -> true | _ -> false

let rec num_app (t : stlc_term) : int =
  match t with
  | Stlc_const _ -> 0
  | Stlc_id _ -> 0
  | Stlc_app (f, a) -> 1 + num_app f + num_app a
  | Stlc_abs (_, body) -> num_app body

(* How many arrows a type has. *)
let rec num_arr (ty : stlc_ty) : int =
  match ty with
  | Stlc_ty_nat -> 0
  | Stlc_ty_arr (argument, result) -> 1 + num_arr argument + num_arr result
