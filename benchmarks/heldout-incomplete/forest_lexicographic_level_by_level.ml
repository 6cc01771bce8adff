(* The children get the room that is left beside them, not the room that they are
   allowed. *)
(* expect: rejected *)
(* missing: forest 2 1 2 => Grow (Rose (0, Grow (Rose (0, Bare), Grow (Rose (0, Bare), Bare))), Bare) *)
open Covenant_runtime

type rose = Rose of int * forest
and forest = Bare | Grow of rose * forest

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec levels (f : forest) : int =
  match f with
  | Bare -> 0
  | Grow (tree, rest) -> larger (1 + rose_levels tree) (levels rest)

and rose_levels (r : rose) : int = match r with Rose (_, kids) -> levels kids

let[@predicate] rec breadth (f : forest) : int =
  match f with Bare -> 0 | Grow (_, rest) -> 1 + breadth rest

let[@predicate] rec narrow (f : forest) (most : int) : bool =
  match f with
  | Bare -> true
  | Grow (tree, rest) -> rose_narrow tree most && narrow rest most

and rose_narrow (r : rose) (most : int) : bool =
  match r with Rose (_, kids) -> breadth kids <= most && narrow kids most

let rec forest (depth : int) (room : int) (most : int) : forest =
  if depth = 0 || room = 0 then Bare
  else if bool_gen () then Bare
  else
    let label = int_gen () in
    let kids = forest (depth - 1) room most in
    let rest = forest depth (room - 1) most in
    Grow (Rose (label, kids), rest)
[@@covers {|
  depth:{v:int | 0 <= v} -> room:{v:int | 0 <= v} -> most:{v:int | 0 <= v} ->
  [v:forest | levels v <= depth && breadth v <= room && narrow v most]
|}]
[@@measure (depth, room)]
