(* class: semantics: failure *)
(* note: strict ==> in a recursive predicate; the match ends it, so it terminates *)
(* never: f () = true *)
open Covenant_runtime
let[@predicate] rec q (l : int list) (n : int) : bool = match l with [] -> (n <> 0) ==> (10 / n = 10 / n) | _ :: t -> q t n
let f () : bool = q [] 0
[@@covers {| unit -> [v:bool | v] |}]
