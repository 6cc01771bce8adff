(* class: extension node *)
(* never: false *)
open Covenant_runtime
let f () : string = {%foo|x|}
[@@covers {| unit -> [v:string | v = "x"] |}]
