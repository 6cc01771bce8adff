(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h = let g = (let c = bool_gen () in fun () -> c) [@@covers {| unit -> [v:bool | true] |}] in fun (x : int) -> g ()
let pair () : bool * bool = let a = h 0 in let b = h 0 in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
