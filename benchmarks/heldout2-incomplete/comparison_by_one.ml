(* Unequal numbers differ by one. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: compared Less => (0, 2) *)
open Covenant_runtime

type order = Less | Equal | Greater

let[@predicate] compares (p : int * int) (o : order) : bool =
  match o with Less -> fst p < snd p | Equal -> fst p = snd p | Greater -> fst p > snd p

let compared (o : order) : int * int =
  let x = int_gen () in
  match o with
  | Equal -> (x, x)
  | Less -> (x, x + 1)
  | Greater -> (x + 1 + nat_gen (), x)
[@@covers {| o:{v:order | true} -> [v:int * int | compares v o] |}]
