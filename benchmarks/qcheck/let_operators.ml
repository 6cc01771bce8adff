(* Binding operators. *)
(* expect: valid *)
(* level: 1 *)
open QCheck.Gen

let p =
  let* low = int_range 0 5 in
  let+ high = int_range low 5 in
  (low, high)
[@@covers {| [v:int * int | 0 <= fst v && fst v <= snd v && snd v <= 5] |}]
