(* A tree has no children at all. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: rose 3 => Rose (0, [ Rose (0, []) ]) *)
(* missing: children 4 => [ Rose (0, [ Rose (0, []) ]) ] *)
open Covenant_runtime

type rose = Rose of int * rose list

let[@predicate] rec height (t : rose) : int =
  match t with Rose (_, children) -> 1 + heights children

and heights (l : rose list) : int =
  match l with [] -> 0 | t :: rest -> 1 + max (height t) (heights rest)

let rec rose (n : int) : rose =
  let label = int_gen () in
  if n <= 1 then Rose (label, []) else Rose (label, [])
[@@covers {| n:{v:int | 1 <= v} -> [v:rose | height v <= n] |}]
[@@measure n]

and children (n : int) : rose list =
  if n <= 1 then []
  else if bool_gen () then []
  else
    let first = rose (n - 1) in
    first :: children (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:rose list | heights v <= n] |}]
[@@measure n]
