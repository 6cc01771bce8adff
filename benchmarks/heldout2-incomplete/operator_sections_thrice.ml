(* It is applied three times. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: shifted 0 => 2 *)
open Covenant_runtime

let twice f x = f (f x)

let shifted (n : int) : int =
  let start = int_range 0 n in
  ( + ) 1 (twice (( + ) 1) start)
[@@covers {| n:{v:int | 0 <= v} -> [v:int | 2 <= v && v <= n + 2] |}]
