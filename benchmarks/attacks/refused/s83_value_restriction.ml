(* class: semantics: types *)
(* note: OCaml refuses: r has one type only *)
open Covenant_runtime
let id (x : 'a) : 'a = x
let r = id id
let f () : bool = if r true then r 1 = 1 else false
[@@covers {| unit -> [v:bool | v] |}]
