(* The odd ones are missing. *)
(* expect: rejected *)
(* missing: n () => 1 *)
open QCheck

let n = Gen.int_bound 4 |> Gen.map (fun n -> 2 * n)
[@@covers {| [v:int | 0 <= v && v <= 8] |}]
