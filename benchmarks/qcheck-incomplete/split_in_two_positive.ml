(* Both parts are positive. *)
(* expect: rejected *)
(* missing: p () => (0, 0) *)
let p = QCheck.Gen.(int_range 2 6 >>= fun n -> pos_split2 n)
[@@covers {| [v:int * int | 0 <= fst v && 0 <= snd v && fst v + snd v <= 6] |}]
