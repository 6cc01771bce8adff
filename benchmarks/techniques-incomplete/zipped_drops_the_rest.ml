(* Two lists merged element by element; when the first is empty the rest is lost. *)
(* expect: rejected *)
(* missing: zipped [] [0] => [0] *)
open Covenant_runtime

let[@predicate] rec zips (l : int list) (a : int list) (b : int list) : bool =
  match l with
  | [] -> a = [] && b = []
  | x :: rest -> (
      match a with
      | [] -> (match b with [] -> false | y :: more -> x = y && zips rest [] more)
      | y :: more -> x = y && zips rest b more)

let[@lemma] only_the_second (l : int list) (b : int list) = (not (zips l [] b)) || l = b

let rec zipped (a : int list) (b : int list) : int list =
  match a with [] -> [] | x :: more -> x :: zipped b more
[@@covers {| a:{v:int list | true} -> b:{v:int list | true} -> [v:int list | zips v a b] |}]
[@@measure len a + len b]
