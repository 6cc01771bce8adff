(* class: evaluation lost *)
open Covenant_runtime
let f (x : int) : int = (fun _ -> x) (10 / x)
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
