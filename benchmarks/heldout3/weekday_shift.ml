(* A day of the week, as some days after another one. *)
(* expect: valid *)
(* level: 1 *)
open Covenant_runtime

let later (day : int) : int =
  let days = int_range 0 6 in
  (day + days) mod 7
[@@covers {| day:{v:int | 0 <= v && v <= 6} -> [v:int | 0 <= v && v <= 6] |}]
