(* class: evaluation moved *)
(* read: twice *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let twice (g : int -> bool) : bool * bool = let a = g 0 in let b = g 1 in (a, b)
[@@covers {| g:(x:int -> [v:bool | true]) -> [v:bool * bool | true] |}]
let pair () : bool * bool = twice (if bool_gen () then (fun x -> true) else (fun x -> false))
[@@covers {| unit -> [v:bool * bool | true] |}]
