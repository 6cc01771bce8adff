(* The element goes to the front or to the second place. *)
(* expect: rejected *)
(* level: 4 *)
(* missing: insert 0 [ 1; 1 ] => [ 1; 1; 0 ] *)
(* missing: permutation [ 0; 1; 1 ] => [ 1; 1; 0 ] *)
open Covenant_runtime

let[@predicate] rec without (l : int list) (x : int) : int list =
  match l with [] -> [] | y :: rest -> if y = x then rest else y :: without rest x

let[@predicate] rec permuted (l : int list) (v : int list) : bool =
  match l with [] -> v = [] | x :: rest -> mem v x && permuted rest (without v x)

let rec insert (x : int) (l : int list) : int list =
  match l with
  | [] -> [ x ]
  | y :: rest -> if bool_gen () then x :: l else y :: x :: rest
[@@covers {| x:{v:int | true} -> l:{v:int list | true} ->
  [v:int list | mem v x && without v x = l] |}]
[@@measure len l]

let rec permutation (l : int list) : int list =
  match l with [] -> [] | x :: rest -> insert x (permutation rest)
[@@covers {| l:{v:int list | true} -> [v:int list | permuted l v] |}]
