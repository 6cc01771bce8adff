(* class: evaluation moved *)
(* reach: pair () = (true, false) *)
open Covenant_runtime
let twice (g : unit -> bool) : bool * bool = let a = g () in let b = g () in (a, b)
[@@covers {| g:(unit -> [v:bool | true]) -> [v:bool * bool | true] |}]
let pair () : bool * bool = twice (fun () -> bool_gen ())
[@@covers {| unit -> [v:bool * bool | true] |}]
