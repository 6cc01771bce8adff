(* class: semantics: types *)
(* never: f nan *)
open Covenant_runtime
type t = T of float [@@unboxed]
let f (x : float) : bool = T x = T x
[@@covers {| x:float -> [v:bool | v] |}]
