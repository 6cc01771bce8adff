(* class: annotation lost *)
open Covenant_runtime
let f (b : bool) : int = match b with (true [@covers {| x |}]) -> 0 | false -> 0 [@@covers {| b:bool -> [v:int | v = 0] |}]
