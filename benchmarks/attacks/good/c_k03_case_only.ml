(* class: control, outputs *)
(* note: on a file system without case F.cov and f.cov are one file *)
open Covenant_runtime
let fA () : int = int_gen () [@@covers {| unit -> [v:int | true] |}]
let fa () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
