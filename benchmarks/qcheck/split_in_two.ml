(* Two parts of a sum. *)
(* expect: valid *)
(* level: 2 *)
let p = QCheck.Gen.(int_bound 6 >>= fun n -> nat_split2 n)
[@@covers {| [v:int * int | 0 <= fst v && 0 <= snd v && fst v + snd v <= 6] |}]
