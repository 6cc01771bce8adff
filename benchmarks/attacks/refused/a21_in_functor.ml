(* class: annotation lost *)
(* read: g *)
(* never: f () = false *)
open Covenant_runtime
let g () : bool = bool_gen () [@@covers {| unit -> [v:bool | true] |}]
module F (X : sig end) = struct let f () : bool = true [@@covers {| unit -> [v:bool | true] |}] end
let f () = true
