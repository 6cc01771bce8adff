(* class: lexing *)
(* never: f () = false *)
open Covenant_runtime
(* é'"' *)
let bool_gen () = true let marker = 0
(* '"' *)
let f () : bool = bool_gen () [@@covers {q|unit -> [v:bool | true]|q}]
