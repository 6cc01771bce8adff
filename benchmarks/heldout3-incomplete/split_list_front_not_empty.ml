(* The front takes at least one element where there is one. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: split [ 0 ] => ([], [ 0 ]) *)
open Covenant_runtime

let[@predicate] rec append (a : int list) (b : int list) : int list =
  match a with [] -> b | x :: rest -> x :: append rest b

let rec split (l : int list) : int list * int list =
  match l with
  | [] -> ([], [])
  | x :: rest ->
      if bool_gen () then ([ x ], rest)
      else
        let front, back = split rest in
        (x :: front, back)
[@@covers {| l:{v:int list | true} ->
  [v:int list * int list | append (fst v) (snd v) = l] |}]
