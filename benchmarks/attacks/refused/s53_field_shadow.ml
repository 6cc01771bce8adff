(* class: semantics: records *)
(* never: f { a = 1; b = 2 } = 1 && false *)
open Covenant_runtime
type r = { a : int; b : int }
type s = { b : int; a : int }
let f (x : r) : int = x.a
[@@covers {| x:r -> [v:int | v = x.a] |}]
