(* At least one day has to pass, and at most six do. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: later 0 => 0 *)
open Covenant_runtime

let later (day : int) : int =
  let days = int_range 1 6 in
  (day + days) mod 7
[@@covers {| day:{v:int | 0 <= v && v <= 6} -> [v:int | 0 <= v && v <= 6] |}]
