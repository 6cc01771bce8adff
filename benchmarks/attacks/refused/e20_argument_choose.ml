(* class: evaluation moved *)
(* read: twice *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let twice (g : unit -> bool) : bool * bool = let a = g () in let b = g () in (a, b)
[@@covers {| g:(unit -> [v:bool | true]) -> [v:bool * bool | true] |}]
let pair () : bool * bool = twice (choose (fun () -> true) (fun () -> false))
[@@covers {| unit -> [v:bool * bool | true] |}]
