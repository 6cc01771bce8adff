(* One rope is used on both sides. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: rope 1 1 => Cat (0, Chunk [], Chunk [ 'a' ]) *)
open Covenant_runtime

type rope = Chunk of char list | Cat of int * rope * rope

let[@predicate] rec size (r : rope) : int =
  match r with Chunk l -> len l | Cat (_, a, b) -> size a + size b

let[@predicate] rec recorded (r : rope) : bool =
  match r with
  | Chunk _ -> true
  | Cat (weight, a, b) -> weight = size a && recorded a && recorded b

let[@predicate] rec height (r : rope) : int =
  match r with Chunk _ -> 0 | Cat (_, a, b) -> 1 + max (height a) (height b)

let[@predicate] rec chunks_within (r : rope) (most : int) : bool =
  match r with
  | Chunk l -> len l <= most
  | Cat (_, a, b) -> chunks_within a most && chunks_within b most

let rec characters (n : int) : char list =
  if n = 0 || bool_gen () then [] else char_gen () :: characters (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:char list | len v <= n] |}]

let rec rope (n : int) (most : int) : rope =
  if n = 0 || bool_gen () then Chunk (characters most)
  else
    let left = rope (n - 1) most in
    let right = left in
    Cat (size left, left, right)
[@@covers {| n:{v:int | 0 <= v} -> most:{v:int | 0 <= v} ->
  [v:rope | recorded v && height v <= n && chunks_within v most] |}]
