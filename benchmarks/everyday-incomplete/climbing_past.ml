(* The first value is skipped. *)
(* expect: rejected *)
(* missing: climb 0 1 => 0 *)
open Covenant_runtime

let rec climb (low : int) (high : int) : int =
  if low = high then low else if bool_gen () then low + 1 else climb (low + 1) high
[@@covers {| low:int -> high:{v:int | low <= v} -> [v:int | low <= v && v <= high] |}]
