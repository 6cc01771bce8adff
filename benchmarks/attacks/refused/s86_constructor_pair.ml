(* class: semantics: types *)
(* note: OCaml refuses A p: two arguments expected *)
open Covenant_runtime
type t = A of int * int
let f (p : int * int) : t = A p
[@@covers {| p:int * int -> [v:t | v = A (fst p, snd p)] |}]
