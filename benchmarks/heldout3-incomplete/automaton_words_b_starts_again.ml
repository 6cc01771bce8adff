(* The program takes a b as a return to the first state. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: word 3 One => [ B; A; A ] *)
open Covenant_runtime

type state = Zero | One | Two
type letter = A | B

let[@predicate] next (s : state) (l : letter) : state =
  match l, s with
  | B, _ -> s
  | A, Zero -> One
  | A, One -> Two
  | A, Two -> Zero

let[@predicate] rec accepted (w : letter list) (s : state) : bool =
  match w with [] -> s = Zero | l :: rest -> accepted rest (next s l)

let rec word (n : int) (s : state) : letter list =
  if n = 0 then (match s with Zero -> [] | One | Two -> err ())
  else
    let letter = if bool_gen () then A else B in
    letter :: word (n - 1) (if letter = B then Zero else next s A)
[@@covers {| n:{v:int | 0 <= v} -> s:{v:state | true} ->
  [v:letter list | len v = n && accepted v s] |}]
