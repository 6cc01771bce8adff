(* Only the first ten of each class. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: status () => 110 *)
open Covenant_runtime

let status () : int =
  let hundreds = int_range 1 5 in
  let rest = int_range 0 9 in
  (100 * hundreds) + rest
[@@covers {| M [v:int | 100 <= v && v <= 599] |}]
