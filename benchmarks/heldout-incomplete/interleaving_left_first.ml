(* The first list goes first until it is used up. *)
(* expect: rejected *)
(* missing: interleaving [ 0 ] [ 1 ] => [ 1; 0 ] *)
open Covenant_runtime

let[@predicate] rec shuffles (l : int list) (a : int list) (b : int list) : bool =
  match l with
  | [] -> a = [] && b = []
  | x :: rest ->
      (match a with [] -> false | y :: more -> x = y && shuffles rest more b)
      || (match b with [] -> false | y :: more -> x = y && shuffles rest a more)

let[@lemma] nothing_on_the_left (l : int list) (b : int list) =
  (not (shuffles l [] b)) || l = b

let[@lemma] nothing_on_the_right (l : int list) (a : int list) =
  (not (shuffles l a [])) || l = a

let rec interleaving (a : int list) (b : int list) : int list =
  match a with
  | [] -> b
  | x :: more_a -> (
      match b with
      | [] -> a
      | _ :: _ -> x :: interleaving more_a b)
[@@covers {|
  a:{v:int list | true} -> b:{v:int list | true} -> [v:int list | shuffles v a b]
|}]
[@@measure len a + len b]
