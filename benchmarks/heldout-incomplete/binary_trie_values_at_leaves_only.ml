(* A node above a left child holds no value. *)
(* expect: rejected *)
(* missing: binary_trie 2 => Fork (Some 0, Fork (None, Tip, Tip), Tip) *)
open Covenant_runtime

type trie = Tip | Fork of int option * trie * trie

let[@predicate] larger (a : int) (b : int) : int = if a <= b then b else a

let[@predicate] rec trie_depth (t : trie) : int =
  match t with
  | Tip -> 0
  | Fork (_, zero, one) -> 1 + larger (trie_depth zero) (trie_depth one)

let stored_value () : int option = if bool_gen () then None else Some (int_gen ())
[@@covers {| M [v:int option | true] |}]

let rec binary_trie (size : int) : trie =
  if size = 0 then Tip
  else if bool_gen () then Tip
  else
    let zero = binary_trie (size - 1) in
    let one = binary_trie (size - 1) in
    match zero with
    | Tip -> Fork (stored_value (), zero, one)
    | Fork (_, _, _) -> Fork (None, zero, one)
[@@covers {| size:{v:int | 0 <= v} -> [v:trie | trie_depth v <= size] |}]
[@@measure size]
