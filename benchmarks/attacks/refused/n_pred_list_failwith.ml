(* class: evaluation lost *)
open Covenant_runtime
let[@predicate] f (x : int) : int = match [failwith "no"] with [] -> 1 | _ :: _ -> x
let g () : int = f 0
[@@covers {| unit -> [v:int | v = 0] |}]
