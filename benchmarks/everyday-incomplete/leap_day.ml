(* The 29th of February of a year that 400 divides is missing. *)
(* expect: rejected *)
(* missing: date () => (2000, 2, 29) *)
open Covenant_runtime

let[@predicate] leap (y : int) : bool = (y mod 4 = 0 && y mod 100 <> 0) || y mod 400 = 0

let[@predicate] days (m : int) (y : int) : int =
  if m = 2 then if leap y then 29 else 28
  else if m = 4 || m = 6 || m = 9 || m = 11 then 30
  else 31

let date () : int * int * int =
  let y = int_range 1900 2100 in
  let m = int_range 1 12 in
  let last =
    if m = 2 then if y mod 4 = 0 && y mod 100 <> 0 then 29 else 28
    else if m = 4 || m = 6 || m = 9 || m = 11 then 30
    else 31
  in
  (y, m, int_range 1 last)
[@@covers {|
  M [v:int * int * int | exists y:int. exists m:int. exists d:int.
       v = (y, m, d) && 1900 <= y && y <= 2100 && 1 <= m && m <= 12 && 1 <= d && d <= days m y]
|}]
