(* Every element of a given list: the recursion is on the list itself. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let rec element_of (l : int list) : int =
  match l with
  | [] -> err ()
  | x :: rest -> if bool_gen () then x else element_of rest
[@@covers {| l:{v:int list | true} -> [v:int | mem l v] |}]
