(* Only the positive odd integers: half of them comes from nat_gen. *)
(* expect: rejected *)
(* missing: odd_integer () => -1 *)
open Covenant_runtime

let odd_integer () : int =
  let half = nat_gen () in
  (2 * half) + 1
[@@covers {| M [v:int | exists k:int. v = 2 * k + 1] |}]
