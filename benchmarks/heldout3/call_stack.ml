(* Stacks of [n] frames, each made by a local function. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type frame = { result : int; saved : bool }
type stack = Bottom | Push of frame * stack

let[@predicate] rec height (s : stack) : int =
  match s with Bottom -> 0 | Push (_, below) -> 1 + height below

let[@predicate] rec no_error (s : stack) : bool =
  match s with Bottom -> true | Push (f, below) -> 0 <= f.result && no_error below

let rec call_stack (n : int) : stack =
  let frame () = { result = nat_gen (); saved = bool_gen () } in
  match n with
  | 0 -> Bottom
  | _ -> Push (frame (), call_stack (n - 1))
[@@covers {| n:{v:int | 0 <= v} -> [v:stack | height v = n && no_error v] |}]
