(* Every subsequence of a given list. *)
(* expect: valid *)
(* level: 2 *)
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
      if bool_gen () then kept else x :: kept
[@@covers {| l:{v:int list | true} -> [v:int list | has_sublist l v] |}]
[@@measure len l]
