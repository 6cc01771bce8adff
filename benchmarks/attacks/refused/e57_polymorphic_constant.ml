(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let id x = x
let c = id (bool_gen ())
let pair () : bool * bool = (c, c)
[@@covers {| unit -> [v:bool * bool | true] |}]
