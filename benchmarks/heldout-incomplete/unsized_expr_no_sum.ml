(* The sums are forgotten. *)
(* expect: rejected *)
(* missing: any_expr () => Sum (Num 0, Num 0) *)
open Covenant_runtime

type expr = Num of int | Negate of expr | Sum of expr * expr

let[@predicate] rec nodes (e : expr) : int =
  match e with
  | Num _ -> 1
  | Negate a -> 1 + nodes a
  | Sum (a, b) -> 1 + nodes a + nodes b

let rec any_expr () : expr =
  if bool_gen () then Num (int_gen ())
  else Negate (any_expr ())
[@@covers {| M [v:expr | true] |}]
[@@rank nodes v]
