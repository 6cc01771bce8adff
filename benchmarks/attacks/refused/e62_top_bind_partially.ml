(* class: evaluation moved *)
(* never: (let (a, b) = pair () in a <> b) *)
open Covenant_runtime
let h = let c = bool_gen () in fun (x : int) () -> c
let pair () : bool * bool = let k = h 0 >|= (fun x -> x) in let m = h 1 >|= (fun x -> x) in (k (), m ())
[@@covers {| unit -> [v:bool * bool | true] |}]
