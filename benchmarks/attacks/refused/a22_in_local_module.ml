(* class: annotation lost *)
(* read: g *)
(* never: f () = false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
let f () : bool = let module M = struct let h () = true [@@covers {| unit -> [v:bool | true] |}] end in M.h ()
