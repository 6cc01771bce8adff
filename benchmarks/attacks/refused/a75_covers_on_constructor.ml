(* class: annotation lost *)
(* read: f *)
open Covenant_runtime
type t = A [@covers {| unit -> [v:bool | true] |}] | B
let f () : int = 0 [@@covers {| unit -> [v:int | v = 0] |}]
