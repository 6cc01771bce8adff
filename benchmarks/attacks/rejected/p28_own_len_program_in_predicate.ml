(* class: formula scope *)
(* note: len in the predicate is the file's own function: always 0 *)
(* never: f () = [1] *)
open Covenant_runtime
let len (l : int list) : int = 0
let[@predicate] p (l : int list) : bool = len l = 0
let f () : int list = []
[@@covers {| unit -> [v:int list | p v] |}]
