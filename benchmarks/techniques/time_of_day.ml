(* The seconds since midnight, by hours, minutes and seconds: each is a quotient of what
   the larger ones leave. *)
(* expect: valid *)
open Covenant_runtime

let time_of_day () : int =
  let hours = int_range 0 23 in
  let minutes = int_range 0 59 in
  let seconds = int_range 0 59 in
  (3600 * hours) + (60 * minutes) + seconds
[@@covers {| M [v:int | 0 <= v && v < 86400] |}]
