(* class: evaluation moved *)
(* read: mk *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let mk () : bool gen = let c = bool_gen () in fun () -> c
[@@covers {| unit -> M [v:bool | true] |}]
let pair () : bool * bool = let k = mk () in (k (), k ())
[@@covers {| unit -> [v:bool * bool | true] |}]
