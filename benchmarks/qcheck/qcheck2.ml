(* The same in QCheck2. *)
(* expect: valid *)
(* level: 1 *)
open QCheck2

let p = Gen.(pair (int_bound 3) bool)
[@@covers {| [v:int * bool | 0 <= fst v && fst v <= 3] |}]
