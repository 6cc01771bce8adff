(* One pair is drawn and repeated. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: pairs_with_sum 2 0 => [ (0, 0); (1, -1) ] *)
open Covenant_runtime

let[@predicate] rec all_sum_to (l : (int * int) list) (total : int) : bool =
  match l with [] -> true | (a, b) :: rest -> a + b = total && all_sum_to rest total

let pair_with_sum total =
  let x = int_gen () in
  (x, total - x)

let rec pairs_with_sum (n : int) (total : int) : (int * int) list =
  if n = 0 || bool_gen () then []
  else
    match pairs_with_sum (n - 1) total with
    | [] -> [ pair_with_sum total ]
    | pair :: rest -> pair :: pair :: rest
[@@covers {| n:{v:int | 0 <= v} -> total:{v:int | true} ->
  [v:(int * int) list | len v <= n && all_sum_to v total] |}]
