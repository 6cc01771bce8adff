(* class: evaluation moved *)
(* never: (let a = f () in let b = f () in a <> b) *)
open Covenant_runtime
let h = let c = int_gen () in fun (x : int) () -> c + x
let f () : int * int = let k = h 0 in let a = k () in let m = h 0 in let b = m () in (a, b)
[@@covers {| unit -> [v:int * int | true] |}]
