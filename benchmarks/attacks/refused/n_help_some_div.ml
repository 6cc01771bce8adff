(* class: evaluation lost *)
open Covenant_runtime
let f (x : int) : int = match Some (10 / x) with Some _ -> x | None -> 1
let g () : int list = List.map f [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
