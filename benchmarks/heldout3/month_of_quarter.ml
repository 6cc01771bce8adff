(* A month of a given quarter, as a choice of three. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let month (quarter : int) : int =
  (3 * quarter - 2) <+> (3 * quarter - 1) <+> (3 * quarter)
[@@covers {| quarter:{v:int | 1 <= v && v <= 4} -> [v:int | (v + 2) / 3 = quarter] |}]
