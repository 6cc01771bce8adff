(* A status code by its class and the rest of it. *)
(* expect: valid *)
(* level: 3 *)
open Covenant_runtime

let status () : int =
  let hundreds = int_range 1 5 in
  let rest = int_range 0 99 in
  (100 * hundreds) + rest
[@@covers {| M [v:int | 100 <= v && v <= 599] |}]
