(* The value is replaced by another one. *)
(* expect: rejected *)
(* missing: return 1 => 1 *)
open Covenant_runtime

let return (x : int) : int gen = fun () -> if x = 1 then 0 else x
[@@covers {| x:{v:int | true} -> M [v:int | v = x] |}]
