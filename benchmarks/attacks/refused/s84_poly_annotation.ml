(* class: semantics: types *)
(* note: OCaml refuses: f is not polymorphic *)
open Covenant_runtime
let f : 'a. 'a -> 'a = fun x -> x + 1
let g () : int = f 1
[@@covers {| unit -> [v:int | v = 2] |}]
