(* class: evaluation moved *)
(* read: run *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let run (g : int -> bool) : bool = g 0
[@@covers {| g:(x:int -> [v:bool | true]) -> [v:bool | true] |}]
let h = let c = bool_gen () in fun (x : int) (y : int) -> c
let pair () : bool * bool = let a = run (h 0) in let b = run (h 1) in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
