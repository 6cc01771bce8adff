(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
let f () : bool = (fun (x : int) -> x) = (fun x -> x)
[@@covers {| unit -> [v:bool | v] |}]
