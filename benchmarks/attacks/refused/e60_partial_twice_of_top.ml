(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h = let c = bool_gen () in fun (x : int) (y : int) -> c
let pair () : bool * bool = let k = h 0 in let m = h 1 in (k 0, m 1)
[@@covers {| unit -> [v:bool * bool | true] |}]
