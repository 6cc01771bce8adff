(* Both operands are the same expression. *)
(* expect: rejected *)
(* missing: expression 2 => Add (Num 0, Num 1) *)
open Covenant_runtime

type expr =
  | Num of int
  | Var of int
  | Neg of expr
  | Add of expr * expr
  | Mul of expr * expr

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec height (e : expr) : int =
  match e with
  | Num _ -> 1
  | Var _ -> 1
  | Neg a -> 1 + height a
  | Add (a, b) -> 1 + larger (height a) (height b)
  | Mul (a, b) -> 1 + larger (height a) (height b)

let atom () : expr = if bool_gen () then Num (int_gen ()) else Var (int_gen ())
[@@covers {| M [v:expr | height v = 1] |}]

let rec expression (size : int) : expr =
  if size <= 1 then atom ()
  else if bool_gen () then atom ()
  else if bool_gen () then Neg (expression (size - 1))
  else
    let left = expression (size - 1) in
    if bool_gen () then Add (left, left) else Mul (left, left)
[@@covers {| size:{v:int | 1 <= v} -> [v:expr | height v <= size] |}]
[@@measure size]
