(* One operation never occurs. *)
(* expect: rejected *)
(* missing: op () => `Peek *)
type op = [ `Push of int | `Pop | `Peek ]
let op : op QCheck.Gen.t = QCheck.Gen.(oneof [ map (fun n -> `Push n) small_nat; return `Pop ])
[@@covers {| [v:op | v = `Pop || v = `Peek || exists n:int. v = `Push n && 0 <= n && n <= 99] |}]
