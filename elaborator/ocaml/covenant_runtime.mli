(* What programs see of the runtime: everything but what it draws from. Made by `ocamlc -i`. *)

exception Err
val err : unit -> 'a
type 'a gen = unit -> 'a
val int_gen : unit -> int
val bool_gen : unit -> bool
val nat_gen : unit -> int
val int_range : int -> int -> int
val int_range_inc : int -> int -> int
val int_range_inex : int -> int -> int
val choose : 'a -> 'a -> 'a
val ( <+> ) : 'a -> 'a -> 'a
val ( ==> ) : bool -> bool -> bool
val implies : bool -> bool -> bool
val ( <=> ) : bool -> bool -> bool
val iff : bool -> bool -> bool
val float_gen : unit -> float
val char_gen : unit -> char
val string_gen : unit -> string
val ( >>= ) : 'a gen -> ('a -> 'b gen) -> 'b gen
val ( >|= ) : 'a gen -> ('a -> 'b) -> 'b gen
val len : 'a list -> int
val list_len : 'a list -> int
val list_length : 'a list -> int
val mem : 'a list -> 'a -> bool
val list_mem : 'a list -> 'a -> bool
val hd : 'a list -> 'a -> bool
val tl : 'a list -> 'a list -> bool
val sorted : int list -> bool
val uniq : 'a list -> bool
val list_nth_pred : 'a list -> int -> 'a -> bool
val list_index : 'a list -> int -> 'a -> bool
val list_snd_mem : (int * 'a) list -> 'a -> bool
val append : 'a list -> 'a list -> 'a list
val list_concat : 'a list -> 'a list -> 'a list -> bool
val list_nth : 'a list -> int -> 'a
val is_none : 'a option -> bool
val is_some : 'a option -> bool
type 'a tree = Leaf | Node of 'a * 'a tree * 'a tree
val depth : 'a tree -> int
val root : 'a tree -> 'a -> bool
val lch : 'a tree -> 'a tree -> bool
val rch : 'a tree -> 'a tree -> bool
val tree_mem : 'a tree -> 'a -> bool
val tree_all_lt : int tree -> int -> bool
val tree_all_gt : int tree -> int -> bool
val bst : int tree -> bool
val tree_root_le : int tree -> int -> bool
val heap : int tree -> bool
val complete : 'a tree -> bool
val tree_num_node : 'a tree -> int
type 'a rbtree = Rbtleaf | Rbtnode of bool * 'a rbtree * 'a * 'a rbtree
val rb_leaf : 'a rbtree -> bool
val rb_root : 'a rbtree -> 'a -> bool
val rb_lch : 'a rbtree -> 'a rbtree -> bool
val rb_rch : 'a rbtree -> 'a rbtree -> bool
val rb_root_color : 'a rbtree -> bool -> bool
val no_red_red : 'a rbtree -> bool
val num_black : 'a rbtree -> int
type 'a lazyty = Lazyty of 'a
type 'a stream = Streamnil | Streamlazycons of 'a * 'a stream lazyty
val forc : 'a lazyty -> 'a
val stream_len : 'a stream -> int
val stream_hd : 'a stream -> 'a -> bool
val stream_tl : 'a stream -> 'a stream -> bool
type 'a leftisthp =
    Lhpleaf
  | Lhpnode of int * 'a * 'a leftisthp * 'a leftisthp
val leftisthp_depth : 'a leftisthp -> int
val leftisthp_rank : 'a leftisthp -> int -> bool
val leftisthp_root : 'a leftisthp -> 'a -> bool
val leftisthp_lch : 'a leftisthp -> 'a leftisthp -> bool
val leftisthp_rch : 'a leftisthp -> 'a leftisthp -> bool
type stlc_ty = Stlc_ty_nat | Stlc_ty_arr of stlc_ty * stlc_ty
type stlc_term =
    Stlc_const of int
  | Stlc_id of int
  | Stlc_app of stlc_term * stlc_term
  | Stlc_abs of stlc_ty * stlc_term
val is_const : stlc_term -> bool
val is_var : stlc_term -> bool
val is_app : stlc_term -> bool
val is_abs : stlc_term -> bool
val num_app : stlc_term -> int
val num_arr : stlc_ty -> int
