(* `small_int` is `small_nat`. *)
(* expect: rejected *)
(* missing: n () => -1 *)
let even = QCheck.Gen.(map (fun n -> 2 * n) small_int)

let n = QCheck.Gen.small_int
[@@covers {| [v:int | -99 <= v && v <= 99] |}]
