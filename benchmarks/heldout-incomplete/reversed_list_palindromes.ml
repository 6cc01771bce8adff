(* The reversed list is returned only where it equals the original. *)
(* expect: rejected *)
(* missing: reversed_list 2 => [ 0; 1 ] *)
open Covenant_runtime

let[@predicate] rec snoc (l : int list) (x : int) : int list =
  match l with [] -> [ x ] | y :: t -> y :: snoc t x

let[@predicate] rec reverse (l : int list) : int list =
  match l with [] -> [] | x :: t -> snoc (reverse t) x

let[@lemma] length_of_snoc (l : int list) (x : int) = len (snoc l x) = 1 + len l
let[@lemma] length_of_reverse (l : int list) = len (reverse l) = len l

let[@lemma] reverse_of_snoc (l : int list) (x : int) =
  reverse (snoc l x) = x :: reverse l

let[@lemma] reverse_twice (l : int list) = reverse (reverse l) = l

let rec list_of_length (size : int) : int list =
  if size = 0 then []
  else int_gen () :: list_of_length (size - 1)
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size] |}]
[@@measure size]

let reversed_list (size : int) : int list =
  let l = list_of_length size in
  if reverse l = l then l else err ()
[@@covers {| size:{v:int | 0 <= v} -> [v:int list | len v = size] |}]
