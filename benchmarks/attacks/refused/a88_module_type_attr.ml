(* class: annotation lost *)
(* read: f *)
open Covenant_runtime
module type S = sig val f : unit -> bool [@@covers {| unit -> [v:bool | true] |}] end
let f (b : bool) : int = 0 [@@covers {| b:bool -> [v:int | v = 0] |}]
