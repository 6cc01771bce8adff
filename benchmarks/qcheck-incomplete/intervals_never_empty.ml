(* The two ends are never equal. *)
(* expect: rejected *)
(* missing: interval () => { lo = 0; hi = 0 } *)
type interval = { lo : int; hi : int }
let interval =
  QCheck.Gen.(small_nat >>= fun lo -> map (fun len -> { lo; hi = lo + len }) (int_range 1 99))
[@@covers {| [v:interval | 0 <= v.lo && v.lo <= v.hi && v.hi <= 99] |}]
