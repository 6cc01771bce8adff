(* class: float and foreign types *)
(* never: false *)
(* note: String.t and string are one type in OCaml *)
open Covenant_runtime
type t = String.t
let f (x : t) : string = x
[@@covers {| x:t -> [v:string | true] |}]
