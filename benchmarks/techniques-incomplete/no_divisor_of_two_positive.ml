(* Divisors that leave nothing of two; the negative ones are missing. *)
(* expect: rejected *)
(* missing: large_divisor () => -3 *)
open Covenant_runtime

let large_divisor () : int =
  let divisor = nat_gen () in
  if 2 / divisor = 0 then divisor else err ()
[@@covers {| M [v:int | 3 <= v || v <= -3] |}]
