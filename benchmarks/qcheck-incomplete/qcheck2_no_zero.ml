(* Zero is left out. *)
(* expect: rejected *)
(* missing: p () => (0, true) *)
open QCheck2

let p = Gen.(pair (int_range 1 3) bool)
[@@covers {| [v:int * bool | 0 <= fst v && fst v <= 3] |}]
