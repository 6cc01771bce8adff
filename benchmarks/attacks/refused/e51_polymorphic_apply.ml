(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let draw k = k (bool_gen ())
let h = draw (fun c () -> c)
[@@covers {| unit -> [v:bool | true] |}]
let pair () : bool * bool = let a = h () in let b = h () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
