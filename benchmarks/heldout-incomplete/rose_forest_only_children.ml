(* A forest has at most one tree. *)
(* expect: rejected *)
(* missing: forest 2 => Grow (Rose (0, Bare), Grow (Rose (0, Bare), Bare)) *)
open Covenant_runtime

type rose = Rose of int * forest
and forest = Bare | Grow of rose * forest

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec forest_size (f : forest) : int =
  match f with
  | Bare -> 0
  | Grow (tree, rest) -> 1 + larger (rose_size tree) (forest_size rest)

and rose_size (r : rose) : int = match r with Rose (_, kids) -> forest_size kids

let rec forest (size : int) : forest =
  if size = 0 then Bare
  else if bool_gen () then Bare
  else
    let label = int_gen () in
    let kids = forest (size - 1) in
    Grow (Rose (label, kids), Bare)
[@@covers {| size:{v:int | 0 <= v} -> [v:forest | forest_size v <= size] |}]
[@@measure size]
