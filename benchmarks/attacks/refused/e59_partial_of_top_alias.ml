(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h = let c = bool_gen () in fun (x : int) (y : int) -> c
let k = h 0
let pair () : bool * bool = (k 0, k 1)
[@@covers {| unit -> [v:bool * bool | true] |}]
