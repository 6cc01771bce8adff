(* The sign is not used. *)
(* expect: rejected *)
(* missing: p () => -1 *)
let p =
  let digit = QCheck.Gen.int_range 0 9 in
  let sign = QCheck.Gen.bool in
  QCheck.Gen.map2 (fun n s -> if s then n else n) digit sign
[@@covers {| [v:int | -9 <= v && v <= 9] |}]
