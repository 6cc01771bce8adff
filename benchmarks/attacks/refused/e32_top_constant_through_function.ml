(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let c = bool_gen ()
let get () : bool = c [@@covers {| unit -> [v:bool | true] |}]
let pair () : bool * bool = let a = get () in let b = get () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
