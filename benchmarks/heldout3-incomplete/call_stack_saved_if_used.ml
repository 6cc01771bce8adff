(* Whether a frame is saved follows from its result. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: call_stack 1 => Push ({ result = 0; saved = true }, Bottom) *)
open Covenant_runtime

type frame = { result : int; saved : bool }
type stack = Bottom | Push of frame * stack

let[@predicate] rec height (s : stack) : int =
  match s with Bottom -> 0 | Push (_, below) -> 1 + height below

let[@predicate] rec no_error (s : stack) : bool =
  match s with Bottom -> true | Push (f, below) -> 0 <= f.result && no_error below

let rec call_stack (n : int) : stack =
  let frame () =
    let result = nat_gen () in
    { result; saved = result > 0 }
  in
  match n with
  | 0 -> Bottom
  | _ -> Push (frame (), call_stack (n - 1))
[@@covers {| n:{v:int | 0 <= v} -> [v:stack | height v = n && no_error v] |}]
