(* class: evaluation moved *)
(* reach: (let a = f () in a = (1, 2)) *)
open Covenant_runtime
let h (x : int) () = int_gen () + x
let f () : int * int = let k = h 0 in (k (), k ())
[@@covers {| unit -> [v:int * int | true] |}]
