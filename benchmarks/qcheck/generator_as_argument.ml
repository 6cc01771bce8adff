(* A function on generators. *)
(* expect: valid *)
(* level: 2 *)
let twice g = QCheck.Gen.pair g g

let p = twice (QCheck.Gen.int_range 0 2)
[@@covers {| [v:int * int | 0 <= fst v && fst v <= 2 && 0 <= snd v && snd v <= 2] |}]
