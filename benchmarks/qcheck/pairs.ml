(* Independent draws. *)
(* expect: valid *)
(* level: 1 *)
open QCheck

let p = Gen.pair Gen.bool (Gen.int_range 0 3)
[@@covers {| [v:bool * int | 0 <= snd v && snd v <= 3] |}]
