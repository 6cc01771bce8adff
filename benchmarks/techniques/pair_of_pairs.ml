(* Two intervals of which the second starts where the first ends. *)
(* expect: valid *)
open Covenant_runtime

let adjacent () : (int * int) * (int * int) =
  let a = int_gen () in
  let b = a + nat_gen () in
  let c = b + nat_gen () in
  ((a, b), (b, c))
[@@covers {|
  M [v:(int * int) * (int * int) |
     fst (fst v) <= snd (fst v) && fst (snd v) <= snd (snd v) && snd (fst v) = fst (snd v)]
|}]
