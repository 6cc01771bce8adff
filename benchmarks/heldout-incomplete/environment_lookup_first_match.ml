(* Only the first position is returned, not the shadowed ones. *)
(* expect: rejected *)
(* missing: position_of (Bound (Base, Bound (Base, Nothing))) Base => 1 *)
open Covenant_runtime

type ty = Base | Arrow of ty * ty
type environment = Nothing | Bound of ty * environment

let[@predicate] rec bound_at (env : environment) (i : int) (t : ty) : bool =
  match env with
  | Nothing -> false
  | Bound (first, rest) -> (i = 0 && first = t) || (i <> 0 && bound_at rest (i - 1) t)

let[@predicate] rec bindings (env : environment) : int =
  match env with Nothing -> 0 | Bound (_, rest) -> 1 + bindings rest

let rec position_of (env : environment) (t : ty) : int =
  match env with
  | Nothing -> err ()
  | Bound (first, rest) ->
      if first = t then 0 else 1 + position_of rest t
[@@covers {|
  env:{v:environment | true} -> t:{v:ty | true} -> [v:int | bound_at env v t]
|}]
[@@measure bindings env]
