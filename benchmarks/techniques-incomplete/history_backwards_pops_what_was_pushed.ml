(* A stack that is filled and emptied: what is popped is what was pushed. *)
(* expect: rejected *)
(* missing: filled 1 [] => [Pop 0; Push 1] *)
open Covenant_runtime

type event = Push of int | Pop of int
type nest = Done | Nest of int * nest * int

let[@predicate] rec depth_of (d : nest) : int = match d with Done -> 0 | Nest (_, m, _) -> 1 + depth_of m

let[@predicate] rec after (d : nest) (h : event list) : event list =
  match d with Done -> h | Nest (x, m, y) -> Pop y :: after m (Push x :: h)

let rec filled (n : int) (h : event list) : event list =
  if n = 0 then h
  else
    let x = int_gen () in
    let t = filled (n - 1) (Push x :: h) in
    let y = x in
    Pop y :: t
[@@covers {| n:{v:int | 0 <= v} -> h:{v:event list | true} ->
  [v:event list | exists d:nest. depth_of d = n && after d h = v] |}]
[@@measure n]
