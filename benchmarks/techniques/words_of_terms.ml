(* The words of small terms: the claim promises a term, and which cases there are is up to it, not to its word. *)
(* expect: valid *)
open Covenant_runtime

type token = Name of int | Number of int | Minus
type term = Variable of int | Constant of int | Negated of term

let[@predicate] rec depth (e : term) : int =
  match e with Variable _ -> 0 | Constant _ -> 0 | Negated a -> 1 + depth a

let[@predicate] rec scoped (e : term) (names : int) : bool =
  match e with
  | Variable i -> 0 <= i && i < names
  | Constant _ -> true
  | Negated a -> scoped a names

let[@predicate] rec word (e : term) : token list =
  match e with
  | Variable i -> Name i :: []
  | Constant k -> Number k :: []
  | Negated a -> Minus :: word a

let smallest (names : int) : token list =
  if bool_gen () then [ Number (int_gen ()) ]
  else if names = 0 then err ()
  else [ Name (int_range 0 (names - 1)) ]
[@@covers {| names:{v:int | 0 <= v} ->
  [v:token list | exists e:term. depth e = 0 && scoped e names && word e = v] |}]
