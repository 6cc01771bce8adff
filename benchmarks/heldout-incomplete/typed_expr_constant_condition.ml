(* The condition of a conditional is a constant. *)
(* expect: rejected *)
(* missing: typed_expr 2 Integer => If (Less (Lit 0, Lit 0), Lit 0, Lit 0) *)
open Covenant_runtime

type ty = Integer | Boolean

type expr =
  | Lit of int
  | Truth of bool
  | Plus of expr * expr
  | Less of expr * expr
  | If of expr * expr * expr

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec height (e : expr) : int =
  match e with
  | Lit _ -> 0
  | Truth _ -> 0
  | Plus (a, b) -> 1 + larger (height a) (height b)
  | Less (a, b) -> 1 + larger (height a) (height b)
  | If (c, a, b) -> 1 + larger (height c) (larger (height a) (height b))

let[@predicate] rec has_type (e : expr) (t : ty) : bool =
  match e with
  | Lit _ -> t = Integer
  | Truth _ -> t = Boolean
  | Plus (a, b) -> t = Integer && has_type a Integer && has_type b Integer
  | Less (a, b) -> t = Boolean && has_type a Integer && has_type b Integer
  | If (c, a, b) -> has_type c Boolean && has_type a t && has_type b t

let literal (t : ty) : expr =
  match t with Integer -> Lit (int_gen ()) | Boolean -> Truth (bool_gen ())
[@@covers {| t:{v:ty | true} -> [v:expr | height v = 0 && has_type v t] |}]

let rec typed_expr (size : int) (t : ty) : expr =
  if size = 0 then literal t
  else if bool_gen () then literal t
  else if bool_gen () then
    let condition = Truth (bool_gen ()) in
    let yes = typed_expr (size - 1) t in
    let no = typed_expr (size - 1) t in
    If (condition, yes, no)
  else
    let a = typed_expr (size - 1) Integer in
    let b = typed_expr (size - 1) Integer in
    match t with Integer -> Plus (a, b) | Boolean -> Less (a, b)
[@@covers {|
  size:{v:int | 0 <= v} -> t:{v:ty | true} ->
  [v:expr | height v <= size && has_type v t]
|}]
[@@measure size]
