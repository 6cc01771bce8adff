(* The distance between two parameters decreases; nobody says so. *)
(* expect: valid *)
open Covenant_runtime

let rec climb (low : int) (high : int) : int =
  if low = high || bool_gen () then low else climb (low + 1) high
[@@covers {| low:int -> high:{v:int | low <= v} -> [v:int | low <= v && v <= high] |}]
