(* class: semantics: failure *)
(* never: f () = true *)
open Covenant_runtime
let f () : bool = implies false (err ())
[@@covers {| unit -> [v:bool | v] |}]
