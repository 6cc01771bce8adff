(* Polymorphic variants. *)
(* expect: valid *)
(* level: 2 *)
type op = [ `Push of int | `Pop | `Peek ]
let op : op QCheck.Gen.t = QCheck.Gen.(oneof [ map (fun n -> `Push n) small_nat; return `Pop; return `Peek ])
[@@covers {| [v:op | v = `Pop || v = `Peek || exists n:int. v = `Push n && 0 <= n && n <= 99] |}]
