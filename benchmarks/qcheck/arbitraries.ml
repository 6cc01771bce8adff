(* The level of arbitraries. *)
(* expect: valid *)
(* level: 1 *)
open QCheck

let a = pair small_nat (option bool)
[@@covers {| [v:int * bool option | 0 <= fst v && fst v <= 99] |}]
