(* Zipperposition: first-order formulas. The repaired generator draws the names of variables and
   symbols from all names, not from three fixed ones. *)
(* expect: valid *)
open Covenant_runtime

type name = X | Y | Z | Numbered of int
type term = Var of name | Constant of name | Apply of name * term * term

type formula =
  | Truth
  | Equation of term * term
  | Negation of formula
  | Conjunction of formula * formula
  | Disjunction of formula * formula
  | Forall of name * formula
  | Exists of name * formula

let[@predicate] rec term_depth (t : term) : int =
  match t with
  | Var _ -> 0
  | Constant _ -> 0
  | Apply (_, a, b) -> 1 + max (term_depth a) (term_depth b)

(* Terms count as well. *)
let[@predicate] rec formula_depth (f : formula) : int =
  match f with
  | Truth -> 0
  | Equation (a, b) -> max (term_depth a) (term_depth b)
  | Negation g -> 1 + formula_depth g
  | Conjunction (g, h) -> 1 + max (formula_depth g) (formula_depth h)
  | Disjunction (g, h) -> 1 + max (formula_depth g) (formula_depth h)
  | Forall (_, g) -> 1 + formula_depth g
  | Exists (_, g) -> 1 + formula_depth g

let[@lemma] term_depth_nonneg (t : term) = 0 <= term_depth t
let[@lemma] formula_depth_nonneg (f : formula) = 0 <= formula_depth f

let names () : name =
  match int_range 0 3 with 0 -> X | 1 -> Y | 2 -> Z | _ -> Numbered (int_gen ())
[@@covers {| M [v:name | true] |}]

let rec terms (depth : int) : term =
  let x = names () in
  match int_range 0 2 with
  | 0 -> Var x
  | 1 -> Constant x
  | _ ->
      if depth <= 0 then err ()
      else
        let a = terms (depth - 1) in
        let b = terms (depth - 1) in
        Apply (x, a, b)
[@@covers {| depth:{v:int | 0 <= v} -> [v:term | term_depth v <= depth] |}]
[@@measure depth]

let rec formulas (depth : int) : formula =
  match int_range 0 6 with
  | 0 -> Truth
  | 1 ->
      let a = terms depth in
      let b = terms depth in
      Equation (a, b)
  | 2 -> if depth <= 0 then err () else Negation (formulas (depth - 1))
  | 3 -> if depth <= 0 then err () else Conjunction (formulas (depth - 1), formulas (depth - 1))
  | 4 -> if depth <= 0 then err () else Disjunction (formulas (depth - 1), formulas (depth - 1))
  | 5 -> if depth <= 0 then err () else Forall (names (), formulas (depth - 1))
  | _ -> if depth <= 0 then err () else Exists (names (), formulas (depth - 1))
[@@covers {| depth:{v:int | 0 <= v} -> [v:formula | formula_depth v <= depth] |}]
[@@measure depth]
