(* The bits that are set come first. *)
(* expect: rejected *)
(* level: 3 *)
(* missing: bit_string 2 1 => Clear (Set End) *)
open Covenant_runtime

type bits = End | Clear of bits | Set of bits

let[@predicate] rec width (b : bits) : int =
  match b with End -> 0 | Clear rest | Set rest -> 1 + width rest

let[@predicate] rec ones (b : bits) : int =
  match b with End -> 0 | Clear rest -> ones rest | Set rest -> 1 + ones rest

let rec bit_string (n : int) (k : int) : bits =
  if n = 0 then End
  else if k = 0 then Clear (bit_string (n - 1) 0)
  else Set (bit_string (n - 1) (k - 1))
[@@covers {| n:{v:int | 0 <= v} -> k:{v:int | 0 <= v && v <= n} ->
  [v:bits | width v = n && ones v = k] |}]
