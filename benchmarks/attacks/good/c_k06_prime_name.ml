(* class: control, outputs *)
open Covenant_runtime
let f' () : int = int_gen () [@@covers {| unit -> [v:int | true] |}]
