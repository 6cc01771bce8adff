(* A weight of 0. *)
(* expect: rejected *)
(* missing: cmd () => Clear *)
open QCheck.Gen
type cmd = Add of int | Remove of int | Clear
let cmd = frequency [ (4, map (fun i -> Add i) small_nat); (0, return Clear); (2, map (fun i -> Remove i) small_nat) ]
[@@covers {| [v:cmd | v = Clear || (exists i:int. v = Add i && 0 <= i && i <= 99)] |}]
