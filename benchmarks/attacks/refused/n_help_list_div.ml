(* class: evaluation lost *)
open Covenant_runtime
let f (x : int) : int = match [10 / x] with [] -> 1 | _ :: _ -> x
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
