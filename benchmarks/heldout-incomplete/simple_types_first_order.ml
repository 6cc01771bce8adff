(* The argument of an arrow is a base type. *)
(* expect: rejected *)
(* missing: simple_type 2 => Arrow (Arrow (Integer, Integer), Integer) *)
open Covenant_runtime

type ty = Integer | Boolean | Arrow of ty * ty | Product of ty * ty

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec nesting (t : ty) : int =
  match t with
  | Integer -> 0
  | Boolean -> 0
  | Arrow (a, b) -> 1 + larger (nesting a) (nesting b)
  | Product (a, b) -> 1 + larger (nesting a) (nesting b)

let base_type () : ty = if bool_gen () then Integer else Boolean
[@@covers {| M [v:ty | v = Integer || v = Boolean] |}]

let rec simple_type (size : int) : ty =
  if size = 0 then base_type ()
  else if bool_gen () then base_type ()
  else
    let a = simple_type (size - 1) in
    let b = simple_type (size - 1) in
    if bool_gen () then Arrow (base_type (), b) else Product (a, b)
[@@covers {| size:{v:int | 0 <= v} -> [v:ty | nesting v <= size] |}]
[@@measure size]
