(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let both f = let c = bool_gen () in f c
let h = both (fun c () -> c)
let pair () : bool * bool = let a = h () in let b = h () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
