open Covenant_runtime

type plant = Bud of int | Stem of int * plant * shrub
and shrub = Bare | Branch of plant * shrub

let[@predicate] rec tall (p : plant) : int =
  match p with Bud _ -> 1 | Stem (_, q, s) -> 1 + max (tall q) (wide s)
and wide (s : shrub) : int = match s with Bare -> 0 | Branch (p, t) -> 1 + max (tall p) (wide t)

let rec plant (n : int) : plant =
  if n <= 1 then Bud (int_gen ())
  else if bool_gen () then Bud (int_gen ())
  else Stem (int_gen (), plant (n - 1), shrub (n - 1))
[@@covers {| n:{v:int | 1 <= v} -> [v:plant | tall v <= n] |}]
[@@measure n]

and shrub (n : int) : shrub =
  if n <= 1 then Bare
  else if bool_gen () then Bare
  else Branch (plant (n - 1), shrub (n - 1))
[@@covers {| n:{v:int | 1 <= v} -> [v:shrub | wide v <= n] |}]
[@@measure n]
