(* Only numbers whose other digits are all zero. *)
(* expect: rejected *)
(* missing: binary_number 2 => Odd One *)
open Covenant_runtime

type positive = One | Even of positive | Odd of positive

let[@predicate] rec digits (p : positive) : int =
  match p with One -> 1 | Even q -> 1 + digits q | Odd q -> 1 + digits q

let rec binary_number (width : int) : positive =
  if width = 1 then One
  else if bool_gen () then One
  else
    let high = binary_number (width - 1) in
    Even high
[@@covers {| width:{v:int | 1 <= v} -> [v:positive | digits v <= width] |}]
[@@measure width]
