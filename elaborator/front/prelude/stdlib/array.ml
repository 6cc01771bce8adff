
(* --- the module Array: an array that is never changed is a list --- *)

(* Arrays. *)
type 'a array = Array of 'a list

(* The number of elements. *)
let[@predicate] length (a : 'a array) : int = match a with Array l -> len l

(* A length is not negative. *)
let[@lemma] length_nonneg (a : 'a array) = 0 <= length a

(* The elements of a list as an array. *)
let[@predicate] of_list (l : 'a list) : 'a array = Array l

(* The elements as a list. *)
let[@predicate] to_list (a : 'a array) : 'a list = match a with Array l -> l

(* [x] is an element of [a]. *)
let[@predicate] mem (x : 'a) (a : 'a array) : bool = match a with Array l -> list_mem l x

(* The elements of [a], then those of [b]. *)
let[@predicate] append (a : 'a array) (b : 'a array) : 'a array =
  match a with Array l -> ( match b with Array m -> Array (l @ m))

(* The element at a position; none if there is no such position. *)
let[@predicate] rec element (l : 'a list) (n : int) : 'a option =
  match l with [] -> None | x :: t -> if n = 0 then Some x else element t (n - 1)

(* The element at a position, counted from 0; fails if there is none. For programs. *)
let get (a : 'a array) (n : int) : 'a =
  match element (to_list a) n with None -> err () | Some x -> x

(* All elements of a list satisfy [p]. *)
let[@predicate] rec all (p : 'a -> bool) (l : 'a list) : bool =
  match l with [] -> true | x :: t -> p x && all p t

(* All elements satisfy [p]. *)
let[@predicate] for_all (p : 'a -> bool) (a : 'a array) : bool = match a with Array l -> all p l

(* What all elements satisfy, each does. *)
let[@lemma] all_mem (p : 'a -> bool) (l : 'a list) (x : 'a) = (all p l && list_mem l x) ==> p x

(* [f] of each element of a list. *)
let[@predicate] rec mapped (f : 'a -> 'b) (l : 'a list) : 'b list =
  match l with [] -> [] | x :: t -> f x :: mapped f t

(* [f] of each element. *)
let[@predicate] map (f : 'a -> 'b) (a : 'a array) : 'b array = match a with Array l -> Array (mapped f l)
