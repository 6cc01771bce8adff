(* class: evaluation moved *)
(* read: h *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let draw k = k (bool_gen ())
let h (n : int) = draw (fun c () -> c)
[@@covers {| n:int -> unit -> [v:bool | true] |}]
let pair () : bool * bool = let k = h 0 in let a = k () in let b = k () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
