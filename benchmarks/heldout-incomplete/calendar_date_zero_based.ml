(* Months are counted from zero as in C, so that there is no December. *)
(* expect: rejected *)
(* missing: calendar_date () => { month = 12; day = 1 } *)
open Covenant_runtime

type date = { month : int; day : int }

let[@predicate] days_in (month : int) : int =
  if month = 2 then 28
  else if month = 4 || month = 6 || month = 9 || month = 11 then 30
  else 31

let calendar_date () : date =
  let month = int_range 0 11 in
  let day = int_range 1 (days_in month) in
  { month; day }
[@@covers {|
  M [v:date | 1 <= v.month && v.month <= 12 && 1 <= v.day && v.day <= days_in v.month]
|}]
