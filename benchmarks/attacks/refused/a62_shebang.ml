(* class: annotation lost *)
(* never: false *)
#!/bin/sh
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
