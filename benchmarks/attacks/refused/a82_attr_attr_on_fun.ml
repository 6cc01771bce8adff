(* class: annotation lost *)
open Covenant_runtime
let f = fun [@covers {| unit -> [v:bool | true] |}] (x : int) -> 0 [@@covers {| x:int -> [v:int | v = 0] |}]
