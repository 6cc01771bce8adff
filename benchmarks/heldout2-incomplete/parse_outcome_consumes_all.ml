(* Nothing is ever left of the input. *)
(* expect: rejected *)
(* level: 2 *)
(* missing: outcome 1 => Done (0, [ 0 ]) *)
open Covenant_runtime

type ('a, 'e) outcome = Done of 'a * int list | Failed of 'e

let[@predicate] rec all_bytes (l : int list) : bool =
  match l with [] -> true | x :: t -> 0 <= x && x <= 255 && all_bytes t

let rec bytes (n : int) : int list =
  if n = 0 then []
  else if bool_gen () then []
  else
    let b = int_range 0 255 in
    b :: bytes (n - 1)
[@@covers {| n:{v:int | 0 <= v} -> [v:int list | all_bytes v && len v <= n] |}]

let[@predicate] sane (o : (int, int) outcome) (n : int) : bool =
  match o with Done (_, rest) -> all_bytes rest && len rest <= n | Failed code -> 1 <= code && code <= 4

let outcome (n : int) : (int, int) outcome =
  let failed () = Failed (int_range 1 4) in
  let finished value = Done (value, []) in
  if bool_gen () then failed () else finished (int_gen ())
[@@covers {| n:{v:int | 0 <= v} -> [v:(int, int) outcome | sane v n] |}]
