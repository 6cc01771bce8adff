(* class: names: claims *)
(* note: two functions of the same name; the first claim is about the hidden one *)
(* never: f () = false *)
open Covenant_runtime
let f () : bool = bool_gen ()
[@@covers {| unit -> [v:bool | true] |}]
let f () : bool = true
