(* class: evaluation moved *)
(* read: h *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h (x : int) = let c = bool_gen () in fun () -> c
[@@covers {| x:int -> unit -> [v:bool | true] |}]
let pair () : bool * bool = let k = h 0 in let a = k () in let b = k () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
