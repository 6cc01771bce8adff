(* Only prefixes. *)
(* expect: rejected *)
(* missing: sublist_of [ 0; 1 ] => [ 1 ] *)
open Covenant_runtime

let[@predicate] rec has_sublist (l : int list) (s : int list) : bool =
  match l with
  | [] -> s = []
  | x :: rest -> (
      has_sublist rest s
      || match s with [] -> false | y :: more -> x = y && has_sublist rest more)

let rec sublist_of (l : int list) : int list =
  match l with
  | [] -> []
  | x :: rest ->
      let kept = sublist_of rest in
      if bool_gen () then [] else x :: kept
[@@covers {| l:{v:int list | true} -> [v:int list | has_sublist l v] |}]
[@@measure len l]
