(* One draw, used twice. *)
(* expect: rejected *)
(* missing: p () => (true, 1) *)
open QCheck

let p = Gen.map (fun n -> (n = 0, n)) (Gen.int_range 0 3)
[@@covers {| [v:bool * int | 0 <= snd v && snd v <= 3] |}]
