
(* --- the module List --- *)

(* The number of elements. *)
let[@predicate] length = len

(* [x] is an element of [l]. *)
let[@predicate] mem (x : 'a) (l : 'a list) : bool = mem l x

(* [x] before [l]. *)
let[@predicate] cons (x : 'a) (l : 'a list) : 'a list = x :: l

(* The first element; fails if there is none. For programs. *)
let hd (l : 'a list) : 'a = match l with [] -> err () | x :: _ -> x

(* All but the first element; fails if there is none. For programs. *)
let tl (l : 'a list) : 'a list = match l with [] -> err () | _ :: t -> t

(* [append] in both spellings. *)
let[@predicate] append = ( @ )

(* The elements of [l] backwards, then those of [acc]. *)
let[@predicate] rec rev_append (l : 'a list) (acc : 'a list) : 'a list =
  match l with [] -> acc | x :: t -> rev_append t (x :: acc)

(* The elements backwards. *)
let[@predicate] rev (l : 'a list) : 'a list = rev_append l []

(* All elements of the lists in a list. *)
let[@predicate] rec concat (l : 'a list list) : 'a list =
  match l with [] -> [] | x :: t -> x @ concat t

let[@predicate] flatten = concat

(* The element at a position; none if there is no such position. *)
let[@predicate] rec element (l : 'a list) (n : int) : 'a option =
  match l with [] -> None | x :: t -> if n = 0 then Some x else element t (n - 1)

(* The element at a position, counted from 0; fails if there is none. For programs. *)
let nth (l : 'a list) (n : int) : 'a =
  match element l n with None -> err () | Some x -> x

(* The same as an option; fails at a negative position. For programs. *)
let nth_opt (l : 'a list) (n : int) : 'a option = if n < 0 then err () else element l n

(* What stands beside [k] first. *)
let[@predicate] rec assoc_opt (k : 'a) (l : ('a * 'b) list) : 'b option =
  match l with [] -> None | (a, b) :: t -> if a = k then Some b else assoc_opt k t

(* The same; fails if there is no [k]. For programs. *)
let assoc (k : 'a) (l : ('a * 'b) list) : 'b =
  match assoc_opt k l with None -> err () | Some b -> b

(* [k] is the first component of a pair. *)
let[@predicate] rec mem_assoc (k : 'a) (l : ('a * 'b) list) : bool =
  match l with [] -> false | (a, _) :: t -> a = k || mem_assoc k t

(* Without the first pair that begins with [k]. *)
let[@predicate] rec remove_assoc (k : 'a) (l : ('a * 'b) list) : ('a * 'b) list =
  match l with [] -> [] | (a, b) :: t -> if a = k then t else (a, b) :: remove_assoc k t

(* [f] of each element, for nothing: a function that does something else is declined. *)
let[@predicate] rec iter (f : 'a -> unit) (l : 'a list) : unit =
  match l with
  | [] -> ()
  | x :: t ->
      let _ = f x in
      iter f t

(* All elements satisfy [p]. *)
let[@predicate] rec for_all (p : 'a -> bool) (l : 'a list) : bool =
  match l with [] -> true | x :: t -> p x && for_all p t

(* Some element satisfies [p]. *)
let[@predicate] rec exists (p : 'a -> bool) (l : 'a list) : bool =
  match l with [] -> false | x :: t -> p x || exists p t

(* [f] of each element. *)
let[@predicate] rec map (f : 'a -> 'b) (l : 'a list) : 'b list =
  match l with [] -> [] | x :: t -> f x :: map f t

(* [f] of each position from [i] on and each element. *)
let[@predicate] rec mapi_from (f : int -> 'a -> 'b) (i : int) (l : 'a list) : 'b list =
  match l with [] -> [] | x :: t -> f i x :: mapi_from f (i + 1) t

(* [f] of each position and element. *)
let[@predicate] mapi (f : int -> 'a -> 'b) (l : 'a list) : 'b list = mapi_from f 0 l

(* [f] of each element, backwards. *)
let[@predicate] rev_map (f : 'a -> 'b) (l : 'a list) : 'b list = rev_append (map f l) []

(* The lists that [f] gives for the elements, put together. *)
let[@predicate] rec concat_map (f : 'a -> 'b list) (l : 'a list) : 'b list =
  match l with [] -> [] | x :: t -> f x @ concat_map f t

(* The elements that satisfy [p]. *)
let[@predicate] rec filter (p : 'a -> bool) (l : 'a list) : 'a list =
  match l with [] -> [] | x :: t -> if p x then x :: filter p t else filter p t

(* What [f] gives for the elements, where it gives something. *)
let[@predicate] rec filter_map (f : 'a -> 'b option) (l : 'a list) : 'b list =
  match l with
  | [] -> []
  | x :: t -> ( match f x with None -> filter_map f t | Some y -> y :: filter_map f t)

(* The first element that satisfies [p]. *)
let[@predicate] rec find_opt (p : 'a -> bool) (l : 'a list) : 'a option =
  match l with [] -> None | x :: t -> if p x then Some x else find_opt p t

(* The elements that satisfy [p], and the others. *)
let[@predicate] rec partition (p : 'a -> bool) (l : 'a list) : 'a list * 'a list =
  match l with
  | [] -> ([], [])
  | x :: t -> (
      match partition p t with yes, no -> if p x then (x :: yes, no) else (yes, x :: no))

(* [f (.. (f (f acc x1) x2) ..) xn] *)
let[@predicate] rec fold_left (f : 'b -> 'a -> 'b) (acc : 'b) (l : 'a list) : 'b =
  match l with [] -> acc | x :: t -> fold_left f (f acc x) t

(* [f x1 (f x2 (.. (f xn acc) ..))] *)
let[@predicate] rec fold_right (f : 'a -> 'b -> 'b) (l : 'a list) (acc : 'b) : 'b =
  match l with [] -> acc | x :: t -> f x (fold_right f t acc)

(* The first components and the second components of pairs. *)
let[@predicate] rec split (l : ('a * 'b) list) : 'a list * 'b list =
  match l with
  | [] -> ([], [])
  | (a, b) :: t -> ( match split t with x, y -> (a :: x, b :: y))

(* [x] before the first element that is not smaller. *)
let[@predicate] rec insert_by (order : 'a -> 'a -> int) (x : 'a) (l : 'a list) : 'a list =
  match l with
  | [] -> [ x ]
  | y :: t -> if order x y <= 0 then x :: y :: t else y :: insert_by order x t

(* The elements in order, equal ones as they came. The order is that of [compare] on integers, or one
   that is made of it: [fun a b -> compare (f a) (f b)]. *)
let[@predicate] rec sort (order : 'a -> 'a -> int) (l : 'a list) : 'a list =
  match l with [] -> [] | x :: t -> insert_by order x (sort order t)

let[@predicate] stable_sort = sort
let[@predicate] fast_sort = sort

(* [n] values of [f i], [f (i + 1)] and so on. For programs; [f] may choose. *)
let rec init_from (i : int) (n : int) (f : int -> 'a) : 'a list =
  if n <= 0 then []
  else
    let x = f i in
    x :: init_from (i + 1) (n - 1) f
[@@covers {|
  forall 'a. forall (p : 'a -> bool).
  i:int -> n:{v:int | 0 <= v} -> f:(j:int -> [v:'a | p v]) ->
  [v:'a list | len v = n && forall x:'a. list_mem v x ==> p x]
|}]
[@@measure n]

(* [f 0], .., [f (n - 1)]; fails if [n] is negative. For programs; [f] may choose. *)
let init (n : int) (f : int -> 'a) : 'a list = if n < 0 then err () else init_from 0 n f

(* What all elements satisfy, each does. *)
let[@lemma] for_all_mem (p : 'a -> bool) (l : 'a list) (x : 'a) = (for_all p l && list_mem l x) ==> p x

(* A list of mapped elements is as long as before. *)
let[@lemma] length_map (f : 'a -> 'b) (l : 'a list) = len (map f l) = len l

(* A list of the elements that satisfy something satisfies it. *)
let[@lemma] for_all_filter (p : 'a -> bool) (l : 'a list) = for_all p (filter p l)

(* Such a list is what is left of it. *)
let[@lemma] filter_for_all (p : 'a -> bool) (l : 'a list) = for_all p l ==> (filter p l = l)

(* Backwards twice is forwards. *)
let[@lemma] rev_append_twice (l : 'a list) (a : 'a list) (b : 'a list) =
  rev_append (rev_append l a) b = rev_append a (l @ b)

(* Nothing put behind a list. *)
let[@lemma] append_nil (l : 'a list) = l @ [] = l

(* The same of a whole list. *)
let[@lemma] rev_twice (l : 'a list) = rev (rev l) = l

(* Backwards, a list is as long as before. *)
let[@lemma] len_rev_append (l : 'a list) (acc : 'a list) = len (rev_append l acc) = len l + len acc

(* Backwards, a list has the same elements. *)
let[@lemma] mem_rev_append (l : 'a list) (acc : 'a list) (x : 'a) =
  iff (mem x (rev_append l acc)) (mem x l || mem x acc)

(* What is put together is as long as its parts. *)
let[@lemma] length_insert_by (order : 'a -> 'a -> int) (x : 'a) (l : 'a list) =
  len (insert_by order x l) = 1 + len l

(* A sorted list is as long as before. *)
let[@lemma] length_sort (order : 'a -> 'a -> int) (l : 'a list) = len (sort order l) = len l

(* What is at most the first element of a list in order is put before it. *)
let[@lemma] insert_first (order : int -> int -> int) (x : int) (l : int list) =
  sorted (x :: l) ==> (insert_by order x l = x :: l)

(* What is in order stays as it is. *)
let[@lemma] sort_sorted (order : int -> int -> int) (l : int list) = sorted l ==> (sort order l = l)
