(* The last month of the quarter is left out. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: month 1 => 3 *)
open Covenant_runtime

let month (quarter : int) : int =
  (3 * quarter - 2) <+> (3 * quarter - 1)
[@@covers {| quarter:{v:int | 1 <= v && v <= 4} -> [v:int | (v + 2) / 3 = quarter] |}]
