(* Every letter is the first of the alphabet. *)
(* expect: rejected *)
(* missing: word 1 [ 0; 1 ] => [ 1 ] *)
open Covenant_runtime

let rec letter_of (alphabet : int list) : int =
  match alphabet with
  | [] -> err ()
  | x :: rest -> if bool_gen () then x else letter_of rest
[@@covers {| alphabet:{v:int list | true} -> [v:int | mem alphabet v] |}]
[@@measure len alphabet]

let rec word (size : int) (alphabet : int list) : int list =
  if size = 0 then []
  else if bool_gen () then []
  else
    let letter = match alphabet with [] -> err () | x :: _ -> x in
    letter :: word (size - 1) alphabet
[@@covers {|
  size:{v:int | 0 <= v} -> alphabet:{v:int list | true} ->
  [v:int list | len v <= size && (forall u:int. mem v u ==> mem alphabet u)]
|}]
[@@measure size]
