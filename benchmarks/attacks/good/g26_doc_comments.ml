(* class: annotation *)
(* reach: f () = false *)
open Covenant_runtime
(** A coin. *)
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
(** After it. *)
