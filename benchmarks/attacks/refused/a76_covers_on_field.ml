(* class: annotation lost *)
(* read: f *)
open Covenant_runtime
type t = { a : int [@covers {| unit -> [v:bool | true] |}] }
let f () : int = 0 [@@covers {| unit -> [v:int | v = 0] |}]
