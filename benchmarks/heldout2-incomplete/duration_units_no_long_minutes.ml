(* Half an hour at most is given in minutes. *)
(* expect: rejected *)
(* level: 1 *)
(* missing: duration () => Minutes 31 *)
open Covenant_runtime

type duration = Seconds of int | Minutes of int | Hours of int

let[@predicate] proper (d : duration) : bool =
  match d with Seconds s -> 0 <= s && s < 60 | Minutes m -> 0 <= m && m < 60 | Hours h -> 0 <= h

let duration () : duration =
  let kind = int_range 0 2 in
  if kind = 0 then Seconds (int_range 0 59)
  else if kind = 1 then Minutes (int_range 0 30)
  else Hours (nat_gen ())
[@@covers {| M [v:duration | proper v] |}]
