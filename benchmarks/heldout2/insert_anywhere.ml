(* A list with an element put in at any place. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let[@predicate] rec inserted (l : int list) (x : int) (v : int list) : bool =
  match v with
  | [] -> false
  | y :: rest -> (y = x && rest = l) || (match l with [] -> false | z :: t -> y = z && inserted t x rest)

let rec insert (l : int list) (x : int) : int list =
  match l with
  | [] -> [ x ]
  | z :: t -> if bool_gen () then x :: l else z :: insert t x
[@@covers {| l:{v:int list | true} -> x:{v:int | true} -> [v:int list | inserted l x v] |}]
