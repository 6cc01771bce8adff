(* class: semantics: comparison *)
(* never: f () = true *)
open Covenant_runtime
type t = int list
let f () : bool = let a : t = [int_gen ()] in let b : t = [0] in a == b
[@@covers {| unit -> [v:bool | true] |}]
