(* class: semantics: types *)
(* note: OCaml refuses *)
open Covenant_runtime
let f (x : int as 'a) : 'a = true
[@@covers {| x:int -> [v:bool | v] |}]
