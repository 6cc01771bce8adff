(* A pair of integers that compare in a given way. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

type order = Less | Equal | Greater

let[@predicate] compares (p : int * int) (o : order) : bool =
  match o with Less -> fst p < snd p | Equal -> fst p = snd p | Greater -> fst p > snd p

let compared (o : order) : int * int =
  let x = int_gen () in
  match o with
  | Equal -> (x, x)
  | Less -> (x, x + 1 + nat_gen ())
  | Greater -> (x + 1 + nat_gen (), x)
[@@covers {| o:{v:order | true} -> [v:int * int | compares v o] |}]
