(* No atom is ever negated: the helper's claim fails already. *)
(* expect: rejected *)
(* missing: literal 1 => Not (Atom 0) *)
(* missing: formula 0 1 => Not (Atom 0) *)
open Covenant_runtime

type formula =
  | Atom of int
  | Not of formula
  | And of formula * formula
  | Or of formula * formula

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec height (f : formula) : int =
  match f with
  | Atom _ -> 0
  | Not a -> height a
  | And (a, b) -> 1 + larger (height a) (height b)
  | Or (a, b) -> 1 + larger (height a) (height b)

let[@predicate] is_atom (f : formula) : bool =
  match f with Atom _ -> true | Not _ -> false | And (_, _) -> false | Or (_, _) -> false

let[@predicate] rec normal (f : formula) (atoms : int) : bool =
  match f with
  | Atom n -> 0 <= n && n < atoms
  | Not a -> is_atom a && normal a atoms
  | And (a, b) -> normal a atoms && normal b atoms
  | Or (a, b) -> normal a atoms && normal b atoms

let literal (atoms : int) : formula =
  let atom = Atom (int_range 0 (atoms - 1)) in
  atom
[@@covers {| atoms:{v:int | true} -> [v:formula | height v = 0 && normal v atoms] |}]

let rec formula (size : int) (atoms : int) : formula =
  if size = 0 then literal atoms
  else if bool_gen () then literal atoms
  else
    let a = formula (size - 1) atoms in
    let b = formula (size - 1) atoms in
    if bool_gen () then And (a, b) else Or (a, b)
[@@covers {|
  size:{v:int | 0 <= v} -> atoms:{v:int | true} ->
  [v:formula | height v <= size && normal v atoms]
|}]
[@@measure size]
