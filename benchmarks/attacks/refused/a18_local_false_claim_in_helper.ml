(* class: annotation lost *)
(* read: g *)
(* note: helper is inlined; its local claim is false *)
(* never: (helper () = false) *)
open Covenant_runtime
let helper () : bool = let h () = true [@@covers {| unit -> [v:bool | true] |}] in h ()
let g () : bool = true
[@@covers {| unit -> [v:bool | v] |}]
