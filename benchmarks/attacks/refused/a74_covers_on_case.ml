(* class: annotation lost *)
open Covenant_runtime
let f (b : bool) : int = match b with true -> (0 [@foo]) | false -> (0 [@covers {| x |}]) [@@covers {| b:bool -> [v:int | v = 0] |}]
