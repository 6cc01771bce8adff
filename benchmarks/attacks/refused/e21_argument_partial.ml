(* class: evaluation moved *)
(* read: twice *)
(* read: two *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let twice (g : unit -> bool) : bool * bool = let a = g () in let b = g () in (a, b)
[@@covers {| g:(unit -> [v:bool | true]) -> [v:bool * bool | true] |}]
let two (a : bool) = let c = bool_gen () in fun () -> c
[@@covers {| a:bool -> unit -> [v:bool | true] |}]
let pair () : bool * bool = twice (two true)
[@@covers {| unit -> [v:bool * bool | true] |}]
