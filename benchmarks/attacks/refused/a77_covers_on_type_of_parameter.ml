(* class: annotation lost *)
open Covenant_runtime
let f (x : int [@covers {| unit -> [v:bool | true] |}]) : int = 0 [@@covers {| x:int -> [v:int | v = 0] |}]
