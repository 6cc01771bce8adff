(* No month has a 31st day. *)
(* expect: rejected *)
(* missing: calendar_date () => { month = 1; day = 31 } *)
open Covenant_runtime

type date = { month : int; day : int }

let[@predicate] days_in (month : int) : int =
  if month = 2 then 28
  else if month = 4 || month = 6 || month = 9 || month = 11 then 30
  else 31

let calendar_date () : date =
  let month = int_range 1 12 in
  let day = int_range 1 (if month = 2 then 28 else 30) in
  { month; day }
[@@covers {|
  M [v:date | 1 <= v.month && v.month <= 12 && 1 <= v.day && v.day <= days_in v.month]
|}]
