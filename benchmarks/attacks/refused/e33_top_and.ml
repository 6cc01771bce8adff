(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let get = let c = bool_gen () in fun () -> c
and other () = true
let pair () : bool * bool = let a = get () in let b = get () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
