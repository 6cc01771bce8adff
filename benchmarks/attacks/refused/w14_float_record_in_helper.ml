(* class: float and foreign types *)
(* never: f { a = nan } = true *)
open Covenant_runtime
type t = Float.t
type r = { a : t }
let f (x : r) : bool = match x with { a } -> (a = a)
[@@covers {| x:r -> [v:bool | v] |}]
