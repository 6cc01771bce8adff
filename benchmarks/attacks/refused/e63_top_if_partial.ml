(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h = if bool_gen () then (fun (x : int) () -> true) else (fun x () -> false)
let pair () : bool * bool = let k = h 0 in let m = h 0 in (k (), m ())
[@@covers {| unit -> [v:bool * bool | true] |}]
