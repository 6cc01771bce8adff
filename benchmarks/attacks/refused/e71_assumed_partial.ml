(* class: evaluation moved *)
(* note: assumed covers of a function that draws between its arguments *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h (x : int) = let c = bool_gen () in fun () -> c
[@@assume_covers {| x:int -> unit -> [v:bool | true] |}]
let pair () : bool * bool = let k = h 0 in let a = k () in let b = k () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
