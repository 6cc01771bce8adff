(* Formulas in which no negation stands directly below another one. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

type formula =
  | Atom of int
  | Not of formula
  | And of formula * formula
  | Or of formula * formula

let[@predicate] rec height (f : formula) : int =
  match f with
  | Atom _ -> 0
  | Not a -> 1 + height a
  | And (a, b) | Or (a, b) -> 1 + max (height a) (height b)

let[@predicate] rec single (f : formula) : bool =
  match f with
  | Atom _ -> true
  | Not (Not _) -> false
  | Not a -> single a
  | And (a, b) | Or (a, b) -> single a && single b

let[@predicate] negated (f : formula) : bool = match f with Not _ -> true | _ -> false

let rec formula (n : int) (below_not : bool) : formula =
  if n = 0 then Atom (int_gen ())
  else
    match int_range 0 3 with
    | 0 -> Atom (int_gen ())
    | 1 -> And (formula (n - 1) false, formula (n - 1) false)
    | 2 -> Or (formula (n - 1) false, formula (n - 1) false)
    | _ -> if below_not then err () else Not (formula (n - 1) true)
[@@covers {| n:{v:int | 0 <= v} -> below_not:{v:bool | true} ->
  [v:formula | height v <= n && single v && not (below_not && negated v)] |}]
