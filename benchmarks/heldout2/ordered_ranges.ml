(* A list of pairs, each in order. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let[@predicate] rec all_ranges (l : (int * int) list) : bool =
  match l with [] -> true | (a, b) :: t -> a <= b && all_ranges t

let range () : int * int =
  let a = int_gen () in
  (a, a + nat_gen ())
[@@covers {| M [v:int * int | fst v <= snd v] |}]

let rec ranges = function
  | 0 -> []
  | n -> range () :: ranges (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:(int * int) list | all_ranges v && len v = n] |}]
