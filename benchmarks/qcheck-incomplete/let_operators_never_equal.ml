(* The two are never equal. *)
(* expect: rejected *)
(* missing: p () => (0, 0) *)
open QCheck.Gen

let p =
  let* low = int_range 0 4 in
  let+ high = int_range (low + 1) 5 in
  (low, high)
[@@covers {| [v:int * int | 0 <= fst v && fst v <= snd v && snd v <= 5] |}]
