(* The day stops at 28. *)
(* expect: rejected *)
(* missing: date () => (1970, 1, 29) *)
let[@predicate] leap (y : int) : bool = (y mod 4 = 0 && y mod 100 <> 0) || y mod 400 = 0
let[@predicate] days_in (y : int) (m : int) : int =
  if m = 2 then (if leap y then 29 else 28)
  else if m = 4 || m = 6 || m = 9 || m = 11 then 30 else 31
let date =
  let open QCheck.Gen in
  let* y = int_range 1970 2100 in
  let* m = int_range 1 12 in
  let* d = int_range 1 28 in
  return (y, m, d)
[@@covers {| [v:int * int * int | exists y:int. exists m:int. exists d:int. v = (y, m, d) && 1970 <= y && y <= 2100 && 1 <= m && m <= 12 && 1 <= d && d <= days_in y m] |}]
