(* Labels of boolean trees are all true. *)
(* expect: rejected *)
(* missing: bool_bush 1 => Branch (Twig, false, Twig) *)
open Covenant_runtime

type 'a bush = Twig | Branch of 'a bush * 'a * 'a bush

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec bush_depth (b : 'a bush) : int =
  match b with
  | Twig -> 0
  | Branch (l, _, r) -> 1 + larger (bush_depth l) (bush_depth r)

let rec int_bush (size : int) : int bush =
  if size = 0 || bool_gen () then Twig
  else Branch (int_bush (size - 1), int_gen (), int_bush (size - 1))
[@@covers {| size:{v:int | 0 <= v} -> [v:int bush | bush_depth v <= size] |}]
[@@measure size]

let rec bool_bush (size : int) : bool bush =
  if size = 0 || bool_gen () then Twig
  else Branch (bool_bush (size - 1), true, bool_bush (size - 1))
[@@covers {| size:{v:int | 0 <= v} -> [v:bool bush | bush_depth v <= size] |}]
[@@measure size]
