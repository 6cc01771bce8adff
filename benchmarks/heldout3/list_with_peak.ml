(* Lists whose largest element is a given one. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let[@predicate] rec at_most (l : int list) (top : int) : bool =
  match l with [] -> true | x :: rest -> x <= top && at_most rest top

let rec below (n : int) (top : int) : int list =
  if n = 0 then [] else (top - nat_gen ()) :: below (n - 1) top
[@@covers {| n:{v:int | 0 <= v} -> top:{v:int | true} ->
  [v:int list | len v = n && at_most v top] |}]

let rec with_peak (n : int) (top : int) : int list =
  if n = 1 then [ top ]
  else if bool_gen () then top :: below (n - 1) top
  else
    let x = top - nat_gen () in
    x :: with_peak (n - 1) top
[@@covers {| n:{v:int | 1 <= v} -> top:{v:int | true} ->
  [v:int list | len v = n && at_most v top && mem v top] |}]
