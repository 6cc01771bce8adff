(* Divisors that leave nothing of two once it is divided. *)
(* expect: valid *)
open Covenant_runtime

let large_divisor () : int =
  let divisor = int_gen () in
  if 2 / divisor = 0 then divisor else err ()
[@@covers {| M [v:int | 3 <= v || v <= -3] |}]
