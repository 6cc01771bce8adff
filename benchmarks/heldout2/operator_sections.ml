(* Operators as functions, and a helper that applies one twice. *)
(* expect: valid *)
(* level: 2 *)
open Covenant_runtime

let twice f x = f (f x)

let shifted (n : int) : int =
  let start = int_range 0 n in
  twice (( + ) 1) start
[@@covers {| n:{v:int | 0 <= v} -> [v:int | 2 <= v && v <= n + 2] |}]
