(* Brackets around brackets, without a bound: only numbers that fit are closed. *)
(* expect: rejected *)
(* missing: brackets () => [Opens 0; Closes 1] *)
open Covenant_runtime

type token = Opens of int | Closes of int
type nest = Empty | Around of int * nest * int

let[@predicate] rec joined (a : token list) (b : token list) : token list =
  match a with [] -> b | x :: rest -> x :: joined rest b

let[@predicate] rec word (d : nest) : token list =
  match d with Empty -> [] | Around (x, m, y) -> Opens x :: joined (word m) (Closes y :: [])

let rec brackets () : token list =
  if bool_gen () then []
  else
    let x = int_gen () in
    let inner = brackets () in
    let y = x in
    Opens x :: joined inner (Closes y :: [])
[@@covers {| unit -> [v:token list | exists d:nest. word d = v] |}]
[@@rank len v]
