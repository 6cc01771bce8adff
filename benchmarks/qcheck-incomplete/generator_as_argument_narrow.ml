(* A smaller range. *)
(* expect: rejected *)
(* missing: p () => (2, 0) *)
let twice g = QCheck.Gen.pair g g

let p = twice (QCheck.Gen.int_range 0 1)
[@@covers {| [v:int * int | 0 <= fst v && fst v <= 2 && 0 <= snd v && snd v <= 2] |}]
