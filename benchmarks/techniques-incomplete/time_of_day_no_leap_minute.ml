(* The seconds since midnight; the last second of a minute is missing. *)
(* expect: rejected *)
(* missing: time_of_day () => 59 *)
open Covenant_runtime

let time_of_day () : int =
  let hours = int_range 0 23 in
  let minutes = int_range 0 59 in
  let seconds = int_range 0 58 in
  (3600 * hours) + (60 * minutes) + seconds
[@@covers {| M [v:int | 0 <= v && v < 86400] |}]
