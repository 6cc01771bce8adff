(* class: evaluation lost *)
open Covenant_runtime
type r = { a : int; b : int }
let g () : int list = List.map (fun x -> { a = x; b = 10 / x }.a) [0]
[@@covers {| unit -> [v:int list | v = [0]] |}]
