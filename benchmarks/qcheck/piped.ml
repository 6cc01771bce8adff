(* Written with a pipe. *)
(* expect: valid *)
(* level: 2 *)
open QCheck

let n = Gen.int_bound 4 |> Gen.map (fun n -> 2 * n)
[@@covers {| [v:int | exists h:int. v = 2 * h && 0 <= h && h <= 4] |}]
