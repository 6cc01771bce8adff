(* A variable always refers to the nearest binder. *)
(* expect: rejected *)
(* missing: lambda_term 0 2 => Index 1 *)
open Covenant_runtime

type term = Index of int | Apply of term * term | Lambda of term

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec height (t : term) : int =
  match t with
  | Index _ -> 0
  | Apply (f, a) -> 1 + larger (height f) (height a)
  | Lambda body -> 1 + height body

let[@predicate] rec scoped (t : term) (scope : int) : bool =
  match t with
  | Index i -> 0 <= i && i < scope
  | Apply (f, a) -> scoped f scope && scoped a scope
  | Lambda body -> scoped body (scope + 1)

let rec lambda_term (size : int) (scope : int) : term =
  if size = 0 then if scope = 0 then err () else Index 0
  else if bool_gen () then if scope = 0 then err () else Index 0
  else if bool_gen () then Lambda (lambda_term (size - 1) (scope + 1))
  else Apply (lambda_term (size - 1) scope, lambda_term (size - 1) scope)
[@@covers {|
  size:{v:int | 0 <= v} -> scope:{v:int | 0 <= v} ->
  [v:term | height v <= size && scoped v scope]
|}]
[@@measure size]
