(* class: float and foreign types *)
(* never: f nan *)
open Covenant_runtime
type s = Float.t
type 'a id = 'a
type t = s id
let f (x : t) : bool = (x = x)
[@@covers {| x:t -> [v:bool | v] |}]
