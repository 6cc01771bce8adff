(* class: extension node *)
(* never: false *)
open Covenant_runtime
let[@predicate] rec n (l : int list) : int = match%y l with [] -> 0 | _ :: t -> 1 + n t
let rec f (k : int) : int list = if k <= 0 then [] else int_gen () :: f (k - 1)
[@@covers {| k:{v:int | 0 <= v} -> [v:int list | n v = k] |}] [@@measure k]
