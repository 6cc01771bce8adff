(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let p = (bool_gen (), 1)
let pair () : bool * bool = (fst p, fst p)
[@@covers {| unit -> [v:bool * bool | true] |}]
