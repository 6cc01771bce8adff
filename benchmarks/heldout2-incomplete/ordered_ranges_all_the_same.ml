(* The first range is repeated. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: ranges 2 => [ (0, 0); (1, 1) ] *)
open Covenant_runtime

let[@predicate] rec all_ranges (l : (int * int) list) : bool =
  match l with [] -> true | (a, b) :: t -> a <= b && all_ranges t

let range () : int * int =
  let a = int_gen () in
  (a, a + nat_gen ())
[@@covers {| M [v:int * int | fst v <= snd v] |}]

let rec ranges = function
  | 0 -> []
  | 1 -> [ range () ]
  | n -> ( match ranges (n - 1) with [] -> err () | r :: rest -> r :: r :: rest)
[@@covers {| n:{v:int | 0 <= v} -> [v:(int * int) list | all_ranges v && len v = n] |}]
