(* class: types without values *)
open Covenant_runtime
type e = |
type em = E of e | N
let n () : em = N
[@@covers {| M [v:em | true] |}]
