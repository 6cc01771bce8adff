(* class: evaluation lost *)
open Covenant_runtime
let k = List.map (Int.add (List.hd []))

let f () : int = 3
[@@covers {| M [v:int | v = 3] |}]
