(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
type t = F of (int -> int)
let f () : bool = F (fun x -> x) = F (fun x -> x)
[@@covers {| unit -> [v:bool | v] |}]
