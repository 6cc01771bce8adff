(* class: control, outputs *)
open Covenant_runtime
let h () : int = int_gen () [@@covers {| unit -> [v:int | true] |}]
let g () : bool = let h () = bool_gen () [@@covers {| unit -> [v:bool | true] |}] in h ()
[@@covers {| unit -> [v:bool | true] |}]
