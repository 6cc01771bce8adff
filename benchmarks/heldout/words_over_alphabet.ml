(* Every word of at most [size] letters, all taken from a given alphabet. *)
(* expect: valid *)
(* level: 2 *)
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
    let letter = letter_of alphabet in
    letter :: word (size - 1) alphabet
[@@covers {|
  size:{v:int | 0 <= v} -> alphabet:{v:int list | true} ->
  [v:int list | len v <= size && (forall u:int. mem v u ==> mem alphabet u)]
|}]
[@@measure size]
