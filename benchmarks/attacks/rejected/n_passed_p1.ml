(* class: evaluation lost *)
open Covenant_runtime

let f () : int = let k = List.map (Fun.const (List.hd [])) in 3
[@@covers {| M [v:int | v = 3] |}]
