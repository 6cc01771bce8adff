(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let pick x y = if bool_gen () then x else y
let h = pick (fun () -> true) (fun () -> false)
let pair () : bool * bool = let a = h () in let b = h () in (a, b)
[@@covers {| unit -> [v:bool * bool | true] |}]
