(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
let same (x : 'a) (y : 'a) : bool = x == y
let f () : bool = same [1] [1]
[@@covers {| unit -> [v:bool | v] |}]
